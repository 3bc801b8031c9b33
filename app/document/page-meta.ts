import type { MetaDescriptor } from "react-router";

import { business } from "#domain/business.ts";

interface PageFacts {
  readonly title: string;
  readonly description?: string;
  /** Keeps the page out of search engines. */
  readonly hidden?: boolean;
}

/** The title and description of a page, for a route's `meta` export. */
export function pageMeta({ title, description, hidden = false }: PageFacts): MetaDescriptor[] {
  return [
    { title: `${title} | ${business.name}` },
    ...(description === undefined ? [] : [{ name: "description", content: description }]),
    ...(hidden ? [{ name: "robots", content: "noindex" }] : []),
  ];
}
