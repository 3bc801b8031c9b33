import type { SectionPages } from "#app/desk/settings/section-pages.ts";

export const firmPages = {
  path: "/admin/settings/firm",
  pages: {
    facts: "Facts",
    hours: "Opening hours",
    closed: "Closed days",
    quotes: "Quotes and payment",
    gst: "GST",
    account: "Bank account",
  },
} as const satisfies SectionPages;
export type FirmPage = keyof typeof firmPages.pages;

export function isFirmPage(name: string): name is FirmPage {
  return Object.hasOwn(firmPages.pages, name);
}
