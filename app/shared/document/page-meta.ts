import type { MetaDescriptor } from "react-router";

import { business } from "#domain/business.ts";

import { siteOrigin } from "./site-origin.ts";
import { type SocialImage, socialImages, socialImageSize } from "./social-images.ts";

interface PageFacts {
  readonly title: string;
  readonly description?: string;
  /** The picture beside a shared link. */
  readonly image?: SocialImage;
  /** Keeps the page out of search engines. */
  readonly hidden?: boolean;
}

/** The title, the description and how a shared link looks, for a route's `meta` export. */
export function pageMeta({
  title,
  description,
  image = "home",
  hidden = false,
}: PageFacts): MetaDescriptor[] {
  return [
    { title: `${title} | ${business.name}` },
    ...(description === undefined ? [] : [{ name: "description", content: description }]),
    ...(hidden ? [{ name: "robots", content: "noindex" }] : sharing(title, description, image)),
  ];
}

function sharing(title: string, description: string | undefined, image: SocialImage): MetaDescriptor[] {
  const properties = {
    "og:type": "website",
    "og:site_name": business.name,
    "og:locale": "en_NZ",
    "og:title": title,
    ...(description === undefined ? {} : { "og:description": description }),
    "og:image": `${siteOrigin()}/social/${image}.png`,
    "og:image:width": String(socialImageSize.width),
    "og:image:height": String(socialImageSize.height),
    "og:image:alt": `${business.name}: ${socialImages[image].join(" ")}`,
  };
  const tags = Object.entries(properties).map(([property, content]) => ({ property, content }));
  return [...tags, { name: "twitter:card", content: "summary_large_image" }];
}
