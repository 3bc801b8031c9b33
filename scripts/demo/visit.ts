import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { text } from "node:stream/consumers";

import * as v from "valibot";

import { endpoints } from "#domain/endpoints.ts";
import type { Submission } from "#domain/submission.ts";
import { callAnswerSchema, recordErrorSchema, type SiteConfig } from "#domain/wire.ts";

/** A running server, as its pages know it. */
export interface Site {
  readonly origin: string;
  readonly anonKey: string;
}

export async function siteAt(origin: string): Promise<Site> {
  const answer = await fetch(origin + endpoints.config);
  return { origin, anonKey: ((await answer.json()) as SiteConfig).anonKey };
}

/**
 * The two calls of a visitor; returns the reference, throws with the server's words. Every `visitor`
 * calls from an address of their own if the server is on this machine, as real ones would.
 */
export async function visit(
  site: Site,
  visitor: number,
  submission: Submission,
  fields: Readonly<Record<string, string | number>>,
): Promise<string> {
  const mailed = await post(site, visitor, endpoints.sendMail, { form_type: submission.formType, ...fields });
  const answer = v.parse(callAnswerSchema, mailed.body);
  if (!answer.success || answer.ref_number === undefined) throw new Error(answer.error ?? `${mailed.status}`);
  const stored = await post(site, visitor, `${endpoints.records}/${submission.table}`, {
    ...fields,
    ...(submission.asksConsent ? { consent: true } : {}),
    ...(submission.hasFiles ? { file_urls: [] } : {}),
    ref_number: answer.ref_number,
    status: "new",
  });
  if (stored.status !== 201) throw new Error(v.parse(recordErrorSchema, stored.body).message);
  return answer.ref_number;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

function post({ origin, anonKey }: Site, visitor: number, path: string, body: object): Promise<Answer> {
  const url = new URL(path, origin);
  const call = url.protocol === "https:" ? httpsRequest : httpRequest;
  const headers = { "content-type": "application/json", apikey: anonKey };
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const sent = call(url, { method: "POST", headers, ...ownAddress(url, visitor) }, (answer) => {
    const status = answer.statusCode ?? 0;
    text(answer)
      .then((words) => resolve({ status, body: words === "" ? null : JSON.parse(words) }))
      .catch(reject);
  });
  sent.on("error", reject).end(JSON.stringify(body));
  return promise;
}

/** On Linux all of 127.0.0.0/8 is this machine. Submissions are limited by network (/24), so each visitor has one. */
function ownAddress({ hostname }: URL, visitor: number): { localAddress?: string; family?: number } {
  const isHere = process.platform === "linux" && ["localhost", "127.0.0.1"].includes(hostname);
  if (!isHere) return {};
  return { localAddress: `127.${1 + (Math.floor(visitor / 250) % 250)}.${visitor % 250}.1`, family: 4 };
}
