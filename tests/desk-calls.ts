import { randomUUID } from "node:crypto";

import type { TestApp } from "./build-test-app.ts";
import { insertUser } from "./staff.ts";

/** The desk's calls about single records. */
export interface Desk {
  open(reference: string): Promise<OpenRecord>;
  summary(): Promise<Summary>;
  /** `version` is the one the user saw: the current one unless given. */
  change(reference: string, change: object, version?: number): Promise<Response>;
  setStatus(reference: string, status: string, version?: number): Promise<Response>;
  note(reference: string, text: unknown, key?: string): Promise<Response>;
  /** Logs a call, or takes it back. */
  call(reference: string, text: string, key: string): Promise<Response>;
  takeCallBack(reference: string, key: string): Promise<Response>;
  correct(reference: string, fields: unknown, version?: number): Promise<Response>;
}

export interface OpenRecord {
  readonly table: string;
  readonly record: Readonly<Record<string, unknown>> & { readonly id: string; readonly version: number };
  readonly events: readonly Readonly<Record<string, unknown>>[];
  readonly related: readonly Readonly<Record<string, unknown>>[];
}

export interface Summary {
  readonly counts: Readonly<Record<string, { statuses: object; mine: number; snoozed: number; due: number }>>;
  readonly people: readonly { id: string; full_name: string; is_active: boolean }[];
}

/** Signs the first admin in. */
export async function deskOf(app: TestApp): Promise<Desk> {
  const cookie = await app.signIn();
  const send = (method: string, path: string, body?: object, version?: number) =>
    app.fetch(path, {
      method,
      headers: {
        cookie,
        "content-type": "application/json",
        ...(version === undefined ? {} : { "if-match": `"${version}"` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const read = async (path: string) => (await app.fetch(path, { headers: { cookie } })).json();
  const open = (reference: string): Promise<OpenRecord> =>
    read(`/functions/v1/desk-record?reference=${reference}`);
  return {
    open,
    summary: () => read("/functions/v1/desk-summary"),
    async change(reference, change, version) {
      const seen = version ?? (await open(reference)).record.version;
      return send("PATCH", "/functions/v1/desk-record", {
        changes: [{ reference, version: seen, ...change }],
      });
    },
    async setStatus(reference, status, version) {
      const { table, record } = await open(reference);
      return send("PATCH", `/rest/v1/${table}?id=eq.${record.id}`, { status }, version);
    },
    note: (reference, text, key = randomUUID()) =>
      send("POST", `/functions/v1/desk-note?reference=${reference}`, { text, key }),
    call: (reference, text, key) =>
      send("POST", `/functions/v1/desk-call?reference=${reference}`, { text, key }),
    takeCallBack: (reference, key) =>
      send("POST", `/functions/v1/desk-call-undo?reference=${reference}`, { key }),
    correct: (reference, fields, version) =>
      send("POST", `/functions/v1/desk-correction?reference=${reference}`, { fields }, version),
  };
}

/** Adds somebody who can be given records; returns their id. */
export async function addColleague(app: TestApp, changes: { disabled_at?: string } = {}): Promise<string> {
  const user = { email: `${randomUUID()}@quadkea.example`, full_name: "Hēmi Walker" };
  return (await insertUser(app, { ...user, ...changes })).id;
}
