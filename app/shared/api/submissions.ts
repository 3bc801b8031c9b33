import * as v from "valibot";

import { proofHeader } from "#domain/proof-of-work.ts";
import type { Submission } from "#domain/submission.ts";
import { type CallAnswer, callAnswerSchema, endpoints, recordErrorSchema } from "#domain/wire.ts";

export type FieldPayload = Readonly<Record<string, string | number>>;
export type RecordPayload = Readonly<Record<string, unknown>>;

// Longer than any deadline of the server, shorter than a visitor's patience.
const timeoutMs = 30_000;

/**
 * The mail call. `key` is the same while the same fields are tried again, so that however often they
 * arrive they are mailed once. `proof` is the solution of a challenge that an earlier answer carried.
 * Throws when no readable answer comes.
 */
export async function sendMail(
  submission: Submission,
  fields: FieldPayload,
  key: string,
  proof?: string,
): Promise<CallAnswer> {
  const answer = await postJson(
    endpoints.sendMail,
    { form_type: submission.formType, ...fields },
    { "idempotency-key": key, ...(proof === undefined ? {} : { [proofHeader]: proof }) },
  );
  const read = v.parse(callAnswerSchema, await answer.json());
  return { request_id: answer.headers.get("x-request-id") ?? undefined, ...read };
}

/** What became of a store call; `message` is the server's own, where it gave one. */
export type StoreAnswer =
  | { readonly ok: true }
  | { readonly ok: false; readonly status: number; readonly message?: string; readonly requestId?: string };

/** The store call, once. Throws when no answer comes. */
export async function storeRecord(
  submission: Submission,
  record: RecordPayload,
  anonHeaders: Readonly<Record<string, string>>,
): Promise<StoreAnswer> {
  const answer = await postJson(`${endpoints.records}/${submission.table}`, record, anonHeaders);
  if (answer.ok) return { ok: true };
  const { status } = answer;
  const requestId = answer.headers.get("x-request-id");
  const error = v.safeParse(recordErrorSchema, await answer.json().catch(() => null));
  return {
    ok: false,
    status,
    ...(error.success ? { message: error.output.message } : {}),
    ...(requestId === null ? {} : { requestId }),
  };
}

function postJson(url: string, body: unknown, headers: Readonly<Record<string, string>>): Promise<Response> {
  return fetch(url, {
    method: "POST",
    credentials: "same-origin",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
  });
}
