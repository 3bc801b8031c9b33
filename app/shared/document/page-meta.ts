import type { MetaDescriptor, Params } from "react-router";

import { firm } from "#domain/firm.ts";
import { originMarker } from "#domain/wire.ts";

interface PageFacts {
  readonly title: string;
  readonly description?: string;
  readonly image?: SocialImage;
  /** Keeps the page out of search engines. */
  readonly hidden?: boolean;
}

export function pageMeta({
  title,
  description,
  image = "home",
  hidden = false,
}: PageFacts): MetaDescriptor[] {
  return [
    { title: `${title} | ${firm.trading_name}` },
    ...(description === undefined ? [] : [{ name: "description", content: description }]),
    ...(hidden ? [{ name: "robots", content: "noindex" }] : sharing(title, description, image)),
  ];
}

function sharing(title: string, description: string | undefined, image: SocialImage): MetaDescriptor[] {
  const properties = {
    "og:type": "website",
    "og:site_name": firm.trading_name,
    "og:locale": "en_NZ",
    "og:title": title,
    ...(description === undefined ? {} : { "og:description": description }),
    "og:image": `${siteOrigin()}/social/${image}.png`,
    "og:image:width": String(socialImageSize.width),
    "og:image:height": String(socialImageSize.height),
    "og:image:alt": `${firm.trading_name}: ${socialImages[image].join(" ")}`,
  };
  const tags = Object.entries(properties).map(([property, content]) => ({ property, content }));
  return [...tags, { name: "twitter:card", content: "summary_large_image" }];
}

/** The build draws these lines on the preview of shared links, `/social/<kind>.png` (scripts/site). */
export const socialImages = {
  home: ["Used parts that fit.", "Get it going again."],
  quads: ["Quad parts,", "checked and graded"],
  bikes: ["Motorcycle parts,", "checked and graded"],
  wreckers: ["Cash for your", "quad or bike,", "going or not"],
  help: ["Tell us the part.", "We do the rest."],
} as const;

export type SocialImage = keyof typeof socialImages;

export const socialImageSize = { width: 1200, height: 630 } as const;

/** The site's origin. The page itself carries it, so that build and browser render the same. */
export function siteOrigin(): string {
  if (typeof document === "undefined") return originMarker;
  return document.documentElement.dataset["siteOrigin"] ?? location.origin;
}

export interface PageHandle {
  /** Pages of the desk run the router in the browser, and have their own style sheet. */
  readonly isStaff?: boolean;
  readonly canonicalPath?: (params: Params) => string;
}

export function handleOf(routes: readonly { readonly handle?: unknown }[]): PageHandle | undefined {
  return routes.map(({ handle }) => handle).findLast(isPageHandle);
}

function isPageHandle(handle: unknown): handle is PageHandle {
  return typeof handle === "object" && handle !== null && ("isStaff" in handle || "canonicalPath" in handle);
}
