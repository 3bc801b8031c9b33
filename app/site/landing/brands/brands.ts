import type { Make } from "#domain/catalogue/models.ts";

export interface ListedBrand {
  readonly slug: string;
  readonly name: Make;
  /** The menu of the specification (section 2) leaves it out. */
  readonly offMenu?: boolean;
}

/**
 * The brands we wreck, in the order of the menu. Menu, footer, routes, prerendered pages and sitemap derive from
 * this list. The texts of a brand's page are in `<slug>.json`.
 */
export const brands: readonly [ListedBrand, ...ListedBrand[]] = [
  { slug: "honda", name: "Honda" },
  { slug: "yamaha", name: "Yamaha" },
  { slug: "suzuki", name: "Suzuki" },
  { slug: "polaris", name: "Polaris" },
  { slug: "kawasaki", name: "Kawasaki" },
  { slug: "can-am", name: "Can-Am", offMenu: true },
];

export const brandPath = ({ slug }: ListedBrand) => `/brands/${slug}`;

/** Every other landing page; its texts are in `../texts/`. */
export const landingPaths = [
  "/parts/quad",
  "/parts/atv",
  "/parts/quad-bike",
  "/farm-quad-parts",
  "/racing-quad-parts",
  "/parts/motorcycle",
  "/parts/dirt-bike",
  "/dirt-bike-parts",
  "/road-bike-parts",
  "/farm-bike-parts",
  "/quad-wreckers",
  "/motorcycle-wreckers",
] as const;
