interface Crumb {
  readonly label: string;
  readonly href: string;
}

/** From the home page to a page. */
export type Trail = readonly Crumb[];

const home: Crumb = { label: "Home", href: "/" };

export const homeTo = (...crumbs: Trail): Trail => [home, ...crumbs];

export const quadPartsTo = (...crumbs: Trail): Trail =>
  homeTo({ label: "Quad parts", href: "/parts/quad" }, ...crumbs);

export const bikePartsTo = (...crumbs: Trail): Trail =>
  homeTo({ label: "Motorcycle parts", href: "/parts/motorcycle" }, ...crumbs);
