import { endpoints, keptKeyHeader, proofHeader } from "#domain/endpoints.ts";
import type { Submission } from "#domain/submission.ts";
import type { CallAnswer, RecordError } from "#domain/wire.ts";

import { fetchWhole } from "./site-config.ts";

export type FieldPayload = Readonly<Record<string, string | number>>;
export type RecordPayload = Readonly<Record<string, unknown>>;

// Longer than any timeout of the server.
const timeoutMs = 30_000;

export interface MailAnswer extends CallAnswer {
  readonly status: number;
}

/** The mail call. Retries with the same `key` mail the fields once. Throws without a readable response. */
export async function sendMail(
  submission: Submission,
  fields: FieldPayload,
  key: string,
  proof?: string,
): Promise<MailAnswer> {
  const { response, text } = await postJson(
    endpoints.sendMail,
    { form_type: submission.formType, ...fields },
    {
      "idempotency-key": key,
      [keptKeyHeader]: "1",
      ...(proof === undefined ? {} : { [proofHeader]: proof }),
    },
  );
  const read = JSON.parse(text) as CallAnswer | null;
  if (typeof read?.success !== "boolean") throw new Error("The mail call has no readable answer");
  const requestId = response.headers.get("x-request-id") ?? undefined;
  return { request_id: requestId, ...read, status: response.status };
}

export type StoreResult =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly status: number;
      readonly message: string | undefined;
      readonly requestId: string | undefined;
    };

/** The store call, without retries. Throws if no response comes. */
export async function storeRecord(
  submission: Submission,
  record: RecordPayload,
  anonHeaders: Readonly<Record<string, string>>,
): Promise<StoreResult> {
  const url = `${endpoints.records}/${submission.table}`;
  const { response, text } = await postJson(url, record, anonHeaders);
  if (response.ok) return { ok: true };
  const requestId = response.headers.get("x-request-id") ?? undefined;
  return { ok: false, status: response.status, message: messageIn(text), requestId };
}

/** Returns the server's message; undefined if it is empty, or a proxy's text, which is no JSON. */
function messageIn(text: string): string | undefined {
  try {
    return (JSON.parse(text) as RecordError).message.trim() || undefined;
  } catch {
    return undefined;
  }
}

function postJson(url: string, body: unknown, headers: Readonly<Record<string, string>>) {
  return fetchWhole(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
    timeoutMs,
  });
}
