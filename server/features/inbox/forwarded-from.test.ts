import { expect, test } from "vitest";

import { forwardedFrom } from "./forwarded-from.ts";

const jo = { name: "Jo Field", address: "jo@field.example" };

test.each([
  [
    "Gmail",
    "FYI\n\n---------- Forwarded message ---------\nFrom: *Jo Field* <jo@field.example>\nDate: Mon, 2 Nov 2026 at 10:02\nSubject: Diff\nTo: Mia <mia@kea.example>\n\nIs it here?",
  ],
  [
    "Outlook",
    "________________________________\nFrom: Jo Field <jo@field.example>\nSent: Monday, 2 November 2026 10:02 am\nTo: Mia <mia@kea.example>\nSubject: Diff\n\nIs it here?",
  ],
  [
    "Outlook of old",
    "-----Original Message-----\nFrom: Jo Field [mailto:Jo@Field.example]\nSent: 2/11/26 10:02\nTo: Mia\nSubject: Diff",
  ],
  [
    "Apple Mail",
    "Begin forwarded message:\n\n> From: Jo Field <jo@field.example>\n> Subject: Diff\n> Date: 2 November 2026 at 10:02:11 AM NZDT\n> To: Mia <mia@kea.example>\n> \n> Is it here?",
  ],
  [
    "Thunderbird, German",
    "-------- Weitergeleitete Nachricht --------\nBetreff: \tDiff\nDatum: \tMon, 2 Nov 2026 10:02:11 +1300\nVon: \tJo Field <jo@field.example>\nAn: \tMia <mia@kea.example>",
  ],
  [
    "Outlook, French",
    "De : Jo Field <jo@field.example>\nEnvoyé : lundi 2 novembre 2026 10:02\nÀ : Mia\nObjet : Diff",
  ],
  ["Japanese", "差出人: Jo Field <jo@field.example>\n日時: 2026年11月2日 10:02\n件名: Diff\n宛先: Mia"],
])("%s: who wrote what is passed on", (_, text) => {
  expect(forwardedFrom(text)).toEqual(jo);
});

test.each([
  ["an address in the words", "Please ask jo@field.example: he has it.\nThanks"],
  ["lines with labels and no date", "Name: Jo\nEmail: jo@field.example\nPart: Diff"],
  ["a head without an address", "From: Jo\nSent: 2/11/2026\nTo: Mia\nSubject: jo"],
])("not %s", (_, text) => {
  expect(forwardedFrom(text)).toBeNull();
});
