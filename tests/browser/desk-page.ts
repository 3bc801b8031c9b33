import type { Page } from "@playwright/test";

/** The records of the list. */
export const cards = (page: Page) => page.getByRole("tabpanel").getByRole("listitem").getByRole("article");
/** The open record. */
export const record = (page: Page) => page.getByRole("article").filter({ hasText: "Notes and history" });
