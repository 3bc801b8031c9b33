import type { IncomingMessage, ServerResponse } from "node:http";

import { partsByShelf } from "#domain/catalogue/parts.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { quoteStart, quoteStartFields, shelfQuestion } from "#domain/forms/quote-start.ts";
import { fieldEntries } from "#domain/submission.ts";
import { html } from "#server/platform/http/html.ts";

import { longestQuery, PageWithGaps } from "./page-with-gaps.ts";
import { type FileToServe, headersOf } from "./page.ts";

/** The page of the quote form, which links and the quick quote without scripts ask for with values in the address. */
export const startedFormPath = quoteRequest.page;

/** In the tags of the form's controls. */
const nameAttribute = new RegExp(` name="(?:${quoteStartFields.join("|")})"`, "g");
const [partField] = fieldEntries(quoteRequest).flatMap(([name, { role }]) => (role === "part" ? [name] : []));
const nameIn = (attribute: string) => attribute.slice(' name="'.length, -1);

/** Attributes to add, as markup, by field. */
export type StartedForm = ReadonlyMap<string, string>;

/** Returns what the query has for the form; null if that is nothing. */
export function startIn(query: string): StartedForm | null {
  if (query.length > longestQuery) return null;
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
  return started.size === 0 ? null : started;
}

/** Characters that the narrow field for a year has room for after "You typed". */
const longestShown = 7;

function shortened(text: string): string {
  const shown = [...text];
  return shown.length > longestShown ? `${shown.slice(0, longestShown - 1).join("")}…` : text;
}

export function startedFormPage(page: FileToServe): PageWithGaps {
  const headers = { ...headersOf(page), "cache-control": "no-store" };
  return new PageWithGaps(startedFormPath, page.content.toString("utf8"), nameAttribute, headers);
}

/** Serves the form with these values, for browsers without scripts; with scripts, a draft may win over them. */
export async function serveStartedForm(
  request: IncomingMessage,
  response: ServerResponse,
  page: PageWithGaps,
  start: StartedForm,
): Promise<void> {
  await page.send(request, response, (attribute) => attribute + (start.get(nameIn(attribute)) ?? ""));
}
