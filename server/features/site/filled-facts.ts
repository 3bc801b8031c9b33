import type { PageFacts } from "#domain/firm/page-facts.ts";
import { html } from "#server/platform/http/html.ts";

const marker = /\{\{firm\.(\w+)\}\}/g;
const json = /(?<=<script type="application\/(?:ld\+)?json"[^>]*>).*?(?=<\/script>)/gs;

/** Puts the facts of the firm in place of a built page's markers. */
export function filledPage(page: string, facts: PageFacts): string {
  const withData = page.replace(json, (data) => filledJson(data, facts).replaceAll("<", String.raw`\u003c`));
  return withData.replace(marker, (_, name: string) => html`${textOf(facts, name)}`.source);
}

/** Fills in JSON: an object takes the place of a string that is its marker. */
export function filledJson(text: string, facts: PageFacts): string {
  const { objects } = facts;
  const isObject = (name: string): name is keyof typeof objects => Object.hasOwn(objects, name);
  return text
    .replace(/"\{\{firm\.(\w+)\}\}"/g, (found, name: string) =>
      isObject(name) ? JSON.stringify(objects[name]) : found,
    )
    .replace(marker, (_, name: string) => JSON.stringify(textOf(facts, name)).slice(1, -1));
}

/** Throws for a marker that the build made up: a page must not show it. */
function textOf({ texts }: PageFacts, name: string): string {
  const text: unknown = Object.hasOwn(texts, name) ? texts[name as keyof typeof texts] : undefined;
  if (typeof text !== "string") throw new Error(`A built page names ${name}, which is no fact of the firm`);
  return text;
}
