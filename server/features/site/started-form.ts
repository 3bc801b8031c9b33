import type { IncomingMessage, ServerResponse } from "node:http";

import { quoteRequest } from "#domain/forms/quote-request.ts";
import { quoteStart, quoteStartFields } from "#domain/forms/quote-start.ts";
import { html } from "#server/platform/http/html.ts";

import { acceptsGzip } from "./compression.ts";
import { longestQuery, PageWithGaps } from "./page-with-gaps.ts";

/** The page of the quote form, which links and the quick quote without scripts ask for with values in the address. */
export const startedFormPath = quoteRequest.page;

/** In the tags of the form's controls. */
const nameAttribute = new RegExp(` name="(?:${quoteStartFields.join("|")})"`, "g");
const nameIn = (attribute: string) => attribute.slice(' name="'.length, -1);

export type StartedForm = ReadonlyMap<string, string>;

/** Returns what the query has for the form, by field; null if that is nothing. */
export function startIn(query: string): StartedForm | null {
  if (query.length > longestQuery) return null;
  const { values } = quoteStart(Object.fromEntries(new URLSearchParams(query)));
  const filled = Object.entries(values).filter(([, value]) => value !== "");
  return filled.length === 0 ? null : new Map(filled);
}

export function startedFormPage(text: string, headers: Readonly<Record<string, string>>): PageWithGaps {
  const own = { ...headers, "cache-control": "no-store" };
  return new PageWithGaps(startedFormPath, text, nameAttribute, own);
}

/** Serves the form with these values, for browsers without scripts; with scripts, a draft may win over them. */
export async function serveStartedForm(
  request: IncomingMessage,
  response: ServerResponse,
  page: PageWithGaps,
  start: StartedForm,
): Promise<void> {
  const encoding = acceptsGzip(request.headers["accept-encoding"]) ? "gzip" : "identity";
  const fill = (attribute: string) => {
    const value = start.get(nameIn(attribute));
    return value === undefined ? attribute : `${attribute}${html` value="${value}"`.source}`;
  };
  (await page.complete(fill, encoding)).send(request, response);
}
