import type { Crumb } from "#app/shared/ui/breadcrumbs.tsx";

/** From the page below the home page to a page. */
export type Trail = readonly Crumb[];

export const quadPartsTo = (...crumbs: Trail): Trail => [
  { label: "Quad parts", href: "/parts/quad" },
  ...crumbs,
];

export const bikePartsTo = (...crumbs: Trail): Trail => [
  { label: "Motorcycle parts", href: "/parts/motorcycle" },
  ...crumbs,
];
