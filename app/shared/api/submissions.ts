import * as v from "valibot";

import { proofHeader } from "#domain/proof-of-work.ts";
import type { Submission } from "#domain/submission.ts";
import {
  type CallAnswer,
  callAnswerSchema,
  endpoints,
  keptKeyHeader,
  recordErrorSchema,
} from "#domain/wire.ts";

import { fetchWhole } from "./site-config.ts";

export type FieldPayload = Readonly<Record<string, string | number>>;
export type RecordPayload = Readonly<Record<string, unknown>>;

// Longer than any deadline of the server.
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
  const read = v.parse(callAnswerSchema, JSON.parse(text));
  const requestId = response.headers.get("x-request-id") ?? undefined;
  return { request_id: requestId, ...read, status: response.status };
}

export type StoreResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly status: number; readonly message?: string; readonly requestId?: string };

/** The store call, without retries. Throws if no response comes. */
export async function storeRecord(
  submission: Submission,
  record: RecordPayload,
  anonHeaders: Readonly<Record<string, string>>,
): Promise<StoreResult> {
  const url = `${endpoints.records}/${submission.table}`;
  const { response, text } = await postJson(url, record, anonHeaders);
  if (response.ok) return { ok: true };
  const { status } = response;
  const requestId = response.headers.get("x-request-id");
  const error = v.safeParse(v.pipe(v.string(), v.parseJson(), recordErrorSchema), text);
  return {
    ok: false,
    status,
    ...(error.success ? { message: error.output.message } : {}),
    ...(requestId === null ? {} : { requestId }),
  };
}

function postJson(url: string, body: unknown, headers: Readonly<Record<string, string>>) {
  return fetchWhole(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
    timeoutMs,
  });
}
