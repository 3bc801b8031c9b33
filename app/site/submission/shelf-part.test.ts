import { expect, test } from "vitest";

import { pressShelfPart, shelfPartIn } from "./shelf-part.ts";

const parts = ["Crank", "Crankcase", "Cylinder", "Cylinder head", "CV axle"];

test.each([
  ["Crankcase", "Crankcase"],
  ["crank", "Crank"],
  [" Cylinder head, left", "Cylinder head"],
  ["Cylinder headers", "Cylinder"],
  ["CV axles", undefined],
  ["left CV axle", undefined],
  ["", undefined],
])("%j starts with the part %j", (text, part) => {
  expect(shelfPartIn(text, parts)).toBe(part);
});

test.each([
  ["left", "CV axle", "CV axle left"],
  ["CV axle left", "Crank", "Crank left"],
  ["Cylinder head, the left one", "Crank", "Crank, the left one"],
  ["Cylinder head", "Cylinder", "Cylinder"],
  ["CV axle left", "CV axle", "left"],
  ["", "Crank", "Crank"],
  ["cv ax", "CV axle", "CV axle"],
])("%j and a press on %j make %j", (text, pressed, made) => {
  expect(pressShelfPart(text, pressed, parts)).toBe(made);
});
