import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";

import type { FastifyReply, FastifyRequest } from "fastify";

import { firm } from "#domain/firm.ts";
import { partLabel, partMachine, stockPath } from "#domain/stock/part.ts";
import { partAddress, partPhotoAddress } from "#domain/stock/stock-address.ts";
import { publicParts } from "#server/features/deals/parts/public-parts.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { StoredPart } from "#server/platform/database/stock-tables.ts";
import { acceptsGzip } from "#server/platform/http/compression.ts";
import { html } from "#server/platform/http/html.ts";
import type { Services } from "#server/services/services.ts";

import { freshMs } from "./made-pages.ts";
import { partSummary, plainDollars } from "./product-data.ts";

export const feedPath = "/stock.xml";

interface PackedFeed {
  readonly body: Buffer; // With gzip.
  readonly etag: string;
}

/**
 * Sends the parts for sale as a product feed: RSS 2.0 with Google's fields. It is made once for all who read it within
 * seconds; packed, because all of it is too large to be kept.
 */
export function feedRoute({ database, now }: Services, origin: string) {
  let made: { readonly feed: PackedFeed; readonly at: Date } | null = null;
  let making: Promise<PackedFeed> | null = null;
  const make = async () => {
    const at = now();
    made = { feed: await packed(feedText(database.longReads, origin, at)), at };
    return made.feed;
  };
  return async ({ headers }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const isFresh = made !== null && Math.abs(now().getTime() - made.at.getTime()) < freshMs;
    const fresh = isFresh ? made?.feed : undefined;
    const { body, etag } = fresh ?? (await (making ??= make().finally(() => (making = null))));
    reply.headers({ etag, vary: "accept-encoding", "cache-control": "no-cache" });
    if (headers["if-none-match"]?.includes(etag.replace("W/", "")) === true) return reply.code(304).send();
    reply.type("application/rss+xml; charset=utf-8");
    if (acceptsGzip(headers["accept-encoding"])) return reply.header("content-encoding", "gzip").send(body);
    return reply.send(Readable.from([body]).pipe(createGunzip()));
  };
}

async function packed(text: AsyncGenerator<string>): Promise<PackedFeed> {
  const body = await pipeline(text, createGzip(), buffer);
  const hash = createHash("sha256").update(body).digest("base64url").slice(0, 22);
  return { body, etag: `W/"${hash}"` };
}

async function* feedText(db: Query, origin: string, at: Date): AsyncGenerator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">
<channel>
<title>${firm.trading_name}: parts in stock</title>
<link>${origin}${stockPath}</link>
<description>Second-hand quad and motorcycle parts for sale</description>
`;
  for await (const parts of inPages(db, at)) yield parts.map((part) => item(origin, part)).join("");
  yield "</channel>\n</rss>\n";
}

const pageSize = 500;

async function* inPages(db: Query, at: Date): AsyncGenerator<StoredPart[]> {
  let last: number | undefined = Number.MAX_SAFE_INTEGER;
  while (last !== undefined) {
    const page: StoredPart[] = await publicParts(db, at)
      .where("number", "<", last)
      .orderBy("number", "desc")
      .limit(pageSize)
      .execute();
    yield page;
    last = page.length < pageSize ? undefined : page.at(-1)?.number;
  }
}

function item(origin: string, part: StoredPart): string {
  const { number, name, make, grade, photo, price_cents: cents } = part;
  if (photo === null || cents === null) return ""; // No such part is for sale.
  const condition = JSON.parse(part.condition) as string[];
  const title = [name, partMachine(part)].filter((text) => text !== "").join(", ");
  return html`<item>
<g:id>${partLabel(number)}</g:id>
<title>${printable(title)}</title>
<link>${origin}${partAddress(part)}</link>
<description>${printable(partSummary({ ...part, grade, condition }))}</description>
<g:image_link>${origin}${partPhotoAddress(photo, 1600)}</g:image_link>
<g:price>${plainDollars(cents)} NZD</g:price>
<g:availability>in_stock</g:availability>
<g:condition>used</g:condition>
<g:identifier_exists>no</g:identifier_exists>
${make === "" ? "" : html`<g:brand>${printable(make)}</g:brand>\n`}</item>
`.source;
}

/** XML has no place for control characters, not even escaped. */
const printable = (text: string) =>
  text.replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "");

/** A sitemap holds 50,000 addresses: ours of other pages are some forty. */
const addressesMost = 49_900;

/** Adds the parts for sale to the sitemap of the built pages. */
export async function sitemapWith(built: string, db: Query, origin: string, at: Date): Promise<string> {
  const paths: string[] = [stockPath];
  for await (const parts of inPages(db, at)) paths.push(...parts.map(partAddress));
  const entries = paths.slice(0, addressesMost).map((path) => `  <url><loc>${origin}${path}</loc></url>\n`);
  return built.replace("</urlset>", () => `${entries.join("")}</urlset>`);
}
