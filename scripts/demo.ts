import * as v from "valibot";

import { quoteRequest, type QuoteRequestValues } from "#domain/quote-request.ts";
import { callAnswerSchema, endpoints, siteConfigSchema } from "#domain/wire.ts";

import { chance, demoQuote } from "./demo-quotes.ts";

const usage = `Fills a running server with made-up quote requests, through the same calls as the website.

  npm run demo                                  60 requests to http://localhost:3000
  npm run demo -- 20 http://localhost:4000      another number, another server`;

const [countText = "60", origin = "http://localhost:3000"] = process.argv.slice(2);
const count = Number(countText);
if (!Number.isInteger(count) || count < 1 || !URL.canParse(origin)) fail(usage);

await main();

async function main(): Promise<void> {
  const { anonKey } = v.parse(siteConfigSchema, await (await call(endpoints.config)).json());
  const random = chance(Date.now());
  for (let done = 0; done < count; done += 1) {
    const problem = await submit(demoQuote(random), anonKey);
    if (problem !== null) fail(`${done} requests sent, then: ${problem}`);
    process.stdout.write(`\r${done + 1} of ${count} requests sent`);
  }
  console.log(`\nSee them in the panel: ${origin}/admin`);
}

/** The two calls of a visitor; answers what went wrong, or null. */
async function submit(quote: QuoteRequestValues, anonKey: string): Promise<string | null> {
  const mailed = await call(endpoints.sendMail, { form_type: quoteRequest.formType, ...quote });
  const answer = v.parse(callAnswerSchema, await mailed.json());
  if (!answer.success) return answer.error ?? `status ${mailed.status}`;
  const record = { ...quote, consent: true, ref_number: answer.ref_number, file_urls: [], status: "new" };
  const keys = { apikey: anonKey, authorization: `Bearer ${anonKey}` };
  const stored = await call(`${endpoints.records}/${quoteRequest.table}`, record, keys);
  return stored.ok ? null : `status ${stored.status}`;
}

async function call(path: string, body?: object, headers: Record<string, string> = {}): Promise<Response> {
  try {
    if (body === undefined) return await fetch(origin + path);
    return await fetch(origin + path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  } catch {
    return fail(`No server answers at ${origin}. Start one with npm start.`);
  }
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
