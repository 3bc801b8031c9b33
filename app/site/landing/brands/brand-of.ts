import { type Brand, brandsBySlug, type BrandSlug } from "#app/site/landing/catalogue/brands.ts";

import type { BrandWords } from "./brand-words.ts";
import { canAm } from "./can-am.ts";
import { honda } from "./honda.ts";
import { kawasaki } from "./kawasaki.ts";
import { polaris } from "./polaris.ts";
import { suzuki } from "./suzuki.ts";
import { yamaha } from "./yamaha.ts";

const wordsBySlug: Readonly<Record<BrandSlug, BrandWords>> = {
  honda,
  yamaha,
  suzuki,
  polaris,
  kawasaki,
  "can-am": canAm,
};

const isBrandSlug = (slug: string): slug is BrandSlug => Object.hasOwn(brandsBySlug, slug);

/** The brand of a page's address and its words; Honda's for a brand that we do not know. */
export function brandOf(slug = ""): { readonly brand: Brand; readonly words: BrandWords } {
  const known = isBrandSlug(slug) ? slug : "honda";
  return { brand: brandsBySlug[known], words: wordsBySlug[known] };
}
