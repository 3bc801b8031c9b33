import { deskSettings } from "#domain/deals/desk-settings.ts";

import type { SectionPages } from "./section-pages.ts";

export const quotePages: SectionPages = {
  path: "/admin/settings/quotes",
  pages: Object.fromEntries(Object.entries(deskSettings).map(([name, { title }]) => [name, title])),
};
