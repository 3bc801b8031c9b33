import type { QuoteRequestValues } from "#domain/forms/quote-request.ts";
import type { Challenge } from "#domain/proof-of-work.ts";

import type { TestApp } from "./build-test-app.ts";

/** A complete quote request as a visitor might send it. */
export const quoteExample: QuoteRequestValues = {
  full_name: "Aroha Ngata",
  phone: "021 555 0100",
  email: "aroha@example.co.nz",
  make: "Honda",
  model: "TRX420FM",
  year: 2015,
  vin: "TE35-4100123",
  part_needed: "Front diff",
  condition_preference: "B",
  budget: 350.5,
  delivery_address: "12 Ōtaika Road\nRD 4\nWhangārei 0174",
  notes: "Runs fine, the diff whines.",
};

/** The body of the mail call. */
export function mailBody(fields: object = quoteExample): object {
  return { form_type: "QUOTE", ...fields };
}

/** The body of the store call. */
export function storeBody(refNumber: string, fields: object = quoteExample): object {
  return { ...fields, consent: true, ref_number: refNumber, file_urls: [], status: "new" };
}

export interface MailAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly success: boolean;
  readonly ref_number?: string;
  readonly error?: string;
  readonly field?: string;
  readonly challenge?: Challenge;
}

/** The mail call, with what the server answered. */
export async function sendMail(
  app: TestApp,
  fields: object = quoteExample,
  headers: Record<string, string> = {},
): Promise<MailAnswer> {
  const answer = await app.postJson("/send-mail.php", mailBody(fields), headers);
  return { status: answer.status, headers: answer.headers, ...(await answer.json()) };
}
