import { brandPath, brands } from "#app/site/landing/brands/brands.ts";

/** Every public page of the specification (section 2), and the three that finish its dead ends. */
export const publicPaths = [
  "/",
  "/request-quote",
  "/thanks",
  "/how-it-works",
  "/about",
  "/faq",
  "/contact",
  "/privacy",
  "/terms",
  "/parts/quad",
  "/parts/atv",
  "/parts/quad-bike",
  "/parts/motorcycle",
  "/parts/dirt-bike",
  ...brands.map(brandPath),
  "/farm-quad-parts",
  "/racing-quad-parts",
  "/dirt-bike-parts",
  "/road-bike-parts",
  "/farm-bike-parts",
  "/quad-wreckers",
  "/motorcycle-wreckers",
  "/sell-vehicle",
];
