import { publicPaths } from "#tests/browser/public-pages.ts";

import type { Shot } from "./shot.ts";
import { stateShots } from "./states.ts";

/** Pictures that hang together on one sheet, reduced. */
export interface Sheet {
  readonly file: string;
  readonly title: string;
  readonly scale: number;
  readonly shots: readonly Shot[];
  /** Hangs the pictures in dark mode that the shots of another sheet left. */
  readonly isDark?: boolean;
}

const widths = [
  { width: 360, place: "a phone", scale: 0.45 },
  { width: 768, place: "a tablet", scale: 0.3 },
  { width: 1440, place: "a desktop", scale: 0.26 },
] as const;

const kinds = [
  { kind: "quads", title: "Quad parts", pattern: /quad|atv/ },
  { kind: "bikes", title: "Motorcycle parts", pattern: /bike|motorcycle/ },
  { kind: "brands", title: "Brands", pattern: /^\/brands/ },
  { kind: "selling", title: "Wrecking and selling", pattern: /wreckers|sell/ },
  { kind: "reading", title: "Information", pattern: /how|about|faq|privacy|terms/ },
  { kind: "front", title: "Home, quote and contact", pattern: /./ },
] as const;

type Kind = (typeof kinds)[number]["kind"];

/** The last kind that a path is of, bar the one that takes the rest. */
function kindOf(path: string): Kind {
  const known = kinds.slice(0, -1).filter(({ pattern }) => pattern.test(path));
  return (path === "/parts/quad-bike" ? "quads" : known.at(-1)?.kind) ?? "front";
}

const shotOf = (path: string, width: number, dark = false): Shot => ({
  name: `${path} ${width}${dark ? " dark" : ""}`,
  path,
  width,
  dark,
});

const inTheDark = ["/", "/request-quote", "/contact", "/brands/honda", "/quad-wreckers", "/faq"];

const pageSheets: readonly Sheet[] = kinds.toReversed().flatMap(({ kind, title }) =>
  widths.map(({ width, place, scale }) => ({
    file: `${kind}-${width}.webp`,
    title: `${title}, on ${place}`,
    scale,
    shots: publicPaths.filter((path) => kindOf(path) === kind).map((path) => shotOf(path, width)),
  })),
);

const darkSheets: readonly Sheet[] = widths.map(({ width, place, scale }) => ({
  file: `dark-${width}.webp`,
  title: `Dark mode, on ${place}`,
  scale,
  shots: inTheDark.map((path) => shotOf(path, width, true)),
}));

const stateSheets: readonly Sheet[] = widths.map(({ width, place, scale }) => ({
  file: `states-${width}.webp`,
  title: `During use, on ${place}`,
  scale: Math.min(0.5, scale * 1.3),
  shots: stateShots.filter((shot) => shot.width === width),
}));

/** Every public page at three widths, and what appears during use. */
export const publicSheets: readonly Sheet[] = [...pageSheets, ...darkSheets, ...stateSheets];
