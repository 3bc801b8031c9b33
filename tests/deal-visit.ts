import { expect } from "vitest";

import { quoteRequest } from "#domain/forms/quote-request.ts";
import type { Submission } from "#domain/submission.ts";
import { dealLink } from "#server/features/deals/deal/deal-link.ts";

import type { TestApp } from "./build-test-app.ts";
import type { SentQuote } from "./deal-examples.ts";

/** The path of a deal's page, as its mails link to it. */
export function dealPage(
  app: TestApp,
  reference: string,
  generation = 1,
  submission: Submission = quoteRequest,
): string {
  return dealLink(app.app.services, { submission, reference, generation }).path;
}

export interface Seen {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  /** What the page says, without markup. */
  readonly text: string;
  readonly heading: string;
}

export async function see(response: Promise<Response>): Promise<Seen> {
  const { status, headers, text } = await response.then(async (one) => ({
    status: one.status,
    headers: one.headers,
    text: await one.text(),
  }));
  const heading = /<h1>([^]*?)<\/h1>/.exec(text)?.[1] ?? "";
  return { status, headers, html: text, text: plainText(text), heading: plainText(heading) };
}

export const visit = (app: TestApp, path: string) => see(app.fetch(path));

/** As a browser sends a form of the page. */
export function press(
  app: TestApp,
  path: string,
  fields: Readonly<Record<string, string>> | string[][] = {}, // Pairs, if a name comes twice.
  headers: Readonly<Record<string, string>> = {},
): Promise<Seen> {
  const body = new URLSearchParams(fields);
  return see(app.fetch(path, { method: "POST", body, headers }));
}

/** What visitor and staff wrote to each other: its kind and its words. */
export async function dealMessages(app: TestApp): Promise<unknown[][]> {
  return (await app.rows("deal_messages")).map(({ kind, words }) => [kind, words]);
}

function plainText(html: string): string {
  return html
    .replace(/<style>[^]*?<\/style>/, "")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&#39;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** Nothing of the page is kept, shown to search engines or sent to others, and nothing in it runs. */
export function expectPrivate({ headers, html }: Seen): void {
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("x-robots-tag")).toBe("noindex");
  expect(headers.get("referrer-policy")).toBe("same-origin");
  const policy = headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/script-src|unsafe|\*/);
  expect(html).not.toMatch(/<script|<iframe|\son\w+=|https?:\/\/(?!www\.nzpost)/i);
}

/** Presses Approve as the page of that version has it; `changes` are what the visitor or an attacker sends instead. */
export function approveOn(
  app: TestApp,
  { reference, number, hash }: SentQuote,
  changes: object = {},
): Promise<Seen> {
  const fields = { version: String(number), hash, accept: "on", ...changes };
  return press(app, `${dealPage(app, reference)}/approve`, fields);
}
