import { partsByShelf } from "#domain/catalogue/parts.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { quoteStart, quoteStartFields, shelfQuestion } from "#domain/forms/quote-start.ts";
import { fieldEntries } from "#domain/submission.ts";
import { html } from "#server/platform/http/html.ts";

import type { Fill } from "./pages.ts";

/** In the tags of the form's controls. */
const nameAttribute = new RegExp(` name="(?:${quoteStartFields.join("|")})"`, "g");
const [partField] = fieldEntries(quoteRequest).flatMap(([name, { role }]) => (role === "part" ? [name] : []));
const nameIn = (attribute: string) => attribute.slice(' name="'.length, -1);

/** Our own forms and the campaign parameters of others stay far below it. */
const longestQuery = 1000;

/** Fills in what the address has for the form, for browsers without scripts; with scripts, a draft may win over it. */
export const fillStartedForm: Fill = ({ url }, page) => {
  const [, query = ""] = url.split("?", 2);
  const added = query.length > longestQuery ? new Map<string, string>() : attributesFor(query);
  if (added.size === 0) return null;
  return page.replaceAll(nameAttribute, (attribute) => attribute + (added.get(nameIn(attribute)) ?? ""));
};

/** Attributes to add, as markup, by field. */
function attributesFor(query: string): Map<string, string> {
  const { values, unreadable, shelf } = quoteStart(Object.fromEntries(new URLSearchParams(query)));
  const started = new Map<string, string>();
  for (const [name, value] of Object.entries(values)) {
    if (value !== "") started.set(name, html` value="${value}"`.source);
  }
  for (const [name, text] of Object.entries(unreadable)) {
    started.set(name, html` placeholder="You typed ${shortened(text)}"`.source);
  }
  if (partField !== undefined && !started.has(partField) && Object.hasOwn(partsByShelf, shelf)) {
    started.set(partField, html` placeholder="${shelfQuestion(shelf)}"`.source);
  }
  return started;
}

/** Characters that the narrow field for a year has room for after "You typed". */
const longestShown = 7;

function shortened(text: string): string {
  const shown = [...text];
  return shown.length > longestShown ? `${shown.slice(0, longestShown - 1).join("")}…` : text;
}
