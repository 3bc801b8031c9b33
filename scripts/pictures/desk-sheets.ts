import type { Page } from "@playwright/test";

import { type DeskState, dealStates, listStates, pageStates, recordStates } from "./desk-states.ts";
import type { ShownRecords } from "./filled-site.ts";
import type { Sheet } from "./sheets.ts";
import type { Shot } from "./shot.ts";

/** The window in which a width is looked at. */
const windows = [
  { width: 360, height: 740, place: "a phone", scale: 0.45 },
  { width: 768, height: 1024, place: "a tablet", scale: 0.3 },
  { width: 1280, height: 720, place: "a laptop", scale: 0.3 },
  { width: 1440, height: 900, place: "a desktop", scale: 0.26 },
  { width: 1920, height: 1080, place: "a large screen", scale: 0.2 },
] as const;

type Window = (typeof windows)[number];

export const deskWidths: readonly number[] = windows.map(({ width }) => width);

/** Every screen of the desk at these widths, light and dark. */
export function deskSheets(records: ShownRecords, widths: readonly number[]): readonly Sheet[] {
  const parts = [
    { part: "lists", title: "The desk’s lists", states: listStates },
    { part: "records", title: "An open record", states: recordStates(records) },
    { part: "deals", title: "A deal at the desk", states: dealStates(records) },
    { part: "pages", title: "Money, figures and settings", states: pageStates },
  ];
  return parts.flatMap(({ part, title, states }) =>
    windows
      .filter(({ width }) => widths.includes(width))
      .flatMap((window) =>
        [false, true].map((isDark) => ({
          file: `desk-${part}-${window.width}${isDark ? "-dark" : ""}.webp`,
          title: `${title}, on ${window.place}${isDark ? ", dark" : ""}`,
          scale: window.scale,
          shots: states.map((state) => shotOf(state, window)),
          isDark,
        })),
      ),
  );
}

/** A phone and a tablet scroll the page, a wide screen the open record. */
function shotOf(state: DeskState, { width, height }: Window): Shot {
  const { name, path, tall, signedIn = true, prepare } = state;
  const scrolls = tall !== undefined && width < 1024;
  return {
    name: `${name}, ${width}`,
    nameInTheDark: `${name}, ${width}, dark`,
    path,
    width,
    height: scrolls ? height : Math.max(height, tall ?? 0),
    signedIn,
    async prepare(page) {
      await prepare?.(page);
      if (scrolls) await growToPage(page);
    },
  };
}

/** Shows all of a page, with what sticks to the bottom edge at its end. */
async function growToPage(page: Page): Promise<void> {
  const { width, height } = await page.evaluate(() => ({
    width: innerWidth,
    height: document.documentElement.scrollHeight,
  }));
  await page.setViewportSize({ width, height });
  await page.evaluate(() => window.scrollTo(0, 0));
}
