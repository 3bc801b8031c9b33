import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { colours, darkColours } from "#domain/colours.ts";

const tokens = await readFile(join(import.meta.dirname, "tokens.css"), "utf8");
const [light = "", dark = ""] = tokens.split("prefers-color-scheme: dark");

test.each([
  ["light", light, colours],
  ["dark", dark, darkColours],
] as const)("the %s colours of mails and plain pages are those of the tokens", (_, css, listed) => {
  const expected = Object.fromEntries(Object.keys(listed).map((name) => [name, hexOf(css, name)]));
  expect(listed).toEqual(expected);
});

test("the icon has the colour of the brand", async () => {
  const icon = await readFile(join(import.meta.dirname, "../../../public/favicon.svg"), "utf8");
  expect(icon).toContain(`fill="${colours.brand}"`);
});

function hexOf(css: string, name: string): string {
  const token = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const numbers = new RegExp(String.raw`--color-${token}: oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)`).exec(css);
  const [lightness = 0, chroma = 0, hue = 0] = numbers?.slice(1).map(Number) ?? [];
  return `#${oklchToSrgb(lightness, chroma, hue).map(byteInHex).join("")}`;
}

/** CSS Color 4, section 18.1 (sample code of the conversions). */
function oklchToSrgb(lightness: number, chroma: number, hue: number): number[] {
  const angle = (hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function byteInHex(linear: number): string {
  const inGamut = Math.min(1, Math.max(0, linear));
  const encoded = inGamut <= 0.0031308 ? 12.92 * inGamut : 1.055 * inGamut ** (1 / 2.4) - 0.055;
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, "0");
}
