import type { Make } from "#domain/catalogue/models.ts";

export interface ListedBrand {
  readonly slug: string;
  readonly name: Make;
  /** The menu of the specification (section 2) leaves it out. */
  readonly offMenu?: boolean;
}

/**
 * The brands we wreck, in the order of the menu. Menu, footer, routes, prerendered pages and sitemap derive from
 * this list. The texts of a brand's page are in `<slug>.ts`.
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
