import type { Page } from "@playwright/test";

import type { AddedDeal } from "#scripts/demo/add-deals.ts";

import type { Sheet } from "./sheets.ts";
import type { Shot } from "./shot.ts";

const places = [
  { width: 360, place: "a phone", scale: 0.45 },
  { width: 768, place: "a tablet", scale: 0.3 },
  { width: 1440, place: "a desktop", scale: 0.26 },
] as const;

const onPaper = (page: Page) => page.emulateMedia({ media: "print", colorScheme: "light" });

/** The visitor's page in every stage, and what it leads to. */
export function dealSheets(deals: readonly AddedDeal[]): readonly Sheet[] {
  return places.map(({ width, place, scale }) => ({
    file: `visitor-${width}.webp`,
    title: `The visitor’s page of a deal, on ${place}`,
    scale,
    shots: [
      ...deals.map(({ title: name, path }) => ({ name, path })),
      ...deals
        .filter(({ title }) => inTheDark.has(title))
        .map(({ title, path }) => ({ name: `${title}, dark`, path, dark: true })),
      ...othersOf(deals),
    ].map((shot) => ({ ...shot, name: `${shot.name}, visitor, ${width}`, width })),
  }));
}

const inTheDark: ReadonlySet<string> = new Set([
  "a quote with alternatives and an option",
  "an order that waits for its payment",
  "a parcel on its way",
]);

function othersOf(deals: readonly AddedDeal[]): readonly Omit<Shot, "width">[] {
  const at = (title: string) => deals.find((deal) => deal.title === title)?.path ?? "/";
  const paid = at("an order to pack");
  return [
    { name: "an old version", path: `${at("a quote that has expired")}/version/1` },
    { name: "an invoice", path: `${paid}/invoice` },
    { name: "an invoice as printed", path: `${paid}/invoice`, prepare: onPaper },
    { name: "to be paid, as printed", path: at("an order that waits for its payment"), prepare: onPaper },
    { name: "no more reminders", path: `${at("a quote that waits for an answer")}/stop-reminders` },
    { name: "a link that does not work", path: `${paid}x` },
    { name: "where a request stands", path: "/status" },
  ];
}
