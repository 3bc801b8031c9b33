import { randomUUID } from "node:crypto";

import { expect } from "@playwright/test";

import { dealCalls } from "#domain/deals/deal-calls.ts";
import { nzDate } from "#domain/nz-time.ts";
import { exampleDraft } from "#tests/quote-desk.ts";

import { admin, type SiteProcess } from "./site-process.ts";

export const dealSettings = {
  UNDO_SECONDS: "0",
  BANK_ACCOUNT: "12-3456-0123459-00",
  BANK_ACCOUNT_NAME: "QuadKea Example Limited",
};

/** Staff, through the calls of the desk. */
export interface Staff {
  /** `version` is that of the draft, for If-Match. */
  call(path: string, body: object, method?: string, version?: number): Promise<unknown>;
}

export async function staffAt(site: SiteProcess): Promise<Staff> {
  const json = { "content-type": "application/json" };
  const signedIn = await fetch(`${site.origin}/functions/v1/auth-login`, {
    method: "POST",
    headers: json,
    body: JSON.stringify(admin),
  });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(";", 1)[0])
    .join("; ");
  return {
    async call(path, body, method = "POST", version = 0) {
      const key = { "idempotency-key": randomUUID() };
      const headers = {
        ...json,
        ...key,
        cookie,
        ...(method === "PUT" ? { "if-match": `"${version}"` } : {}),
      };
      const answer = await fetch(site.origin + path, { method, headers, body: JSON.stringify(body) });
      const response = await answer.json();
      expect([answer.status, response]).toEqual([200, response]);
      return response;
    },
  };
}

/** The path of the photo page of a request or a vehicle. */
export async function photoPath(staff: Staff, ref: string): Promise<string> {
  const { link } = (await staff.call(dealCalls.link.path, { ref })) as { link: string };
  return `${new URL(link).pathname}/photos`;
}

export interface SentQuote {
  readonly reference: string;
  /** The link in its mail. */
  readonly link: string;
  readonly staff: Staff;
  approve(): Promise<unknown>;
  pay(cents?: number): Promise<unknown>;
  /** Takes a line of the order off the shelf. */
  pull(line?: string): Promise<unknown>;
  send(): Promise<unknown>;
}

interface Sending {
  readonly draft?: object;
  /** The request that it is about; without one, a request is added. */
  readonly given?: string;
  /** False if its mail will not leave. */
  readonly isWithMail?: boolean;
}

/** Sends a first quote, for $200.00 unless drafted otherwise; returns what staff may enter next. */
export async function quoteSent(
  site: SiteProcess,
  { draft = exampleDraft(), given, isWithMail = true }: Sending = {},
): Promise<SentQuote> {
  const ref = given ?? (await site.addQuote());
  const staff = await staffAt(site);
  await staff.call(dealCalls.draft.path, { ref, draft }, "PUT");
  await staff.call(dealCalls.send.path, { ref });
  const findLink = async () => {
    const mails = await site.mails();
    // Receipts have the link as well.
    const quotes = mails.filter(({ subject = "" }) => /^(?:Your|Corrected) quote/.test(subject));
    const links = quotes.map(({ text = "" }) => /https?:\S*\/my\/\S+/.exec(text)?.[0] ?? "");
    return links.find((found) => found.includes(`/my/${ref}/`)) ?? "";
  };
  if (isWithMail) await expect.poll(findLink).not.toBe("");
  const link = await findLink();
  const selection = { choices: {}, options: [] };
  const paid = { ref, method: "cash", received_on: nzDate(new Date()) };
  return {
    reference: ref,
    link,
    staff,
    approve: () =>
      staff.call(dealCalls.approve.path, { ref, number: 1, how: "counter", note: "Nodded", selection }),
    pay: (cents = 20_000) => staff.call(dealCalls.payment.path, { ...paid, amount_cents: cents }),
    pull: (line = "diff") => staff.call(dealCalls.pulled.path, { ref, line, pulled: true }),
    send: () =>
      staff.call(dealCalls.parcel.path, { ref, carrier: "NZ Post", tracking: "AB123", anyway: true }),
  };
}
