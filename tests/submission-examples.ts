import { contactMessage, type ContactMessageValues } from "#domain/forms/contact-message.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import type { FormName } from "#domain/forms/submissions.ts";
import { vehicleSubmission, type VehicleSubmissionValues } from "#domain/forms/vehicle-submission.ts";
import type { Submission } from "#domain/submission.ts";

import type { TestApp } from "./build-test-app.ts";
import { quoteExample } from "./quote-example.ts";

export interface Example {
  readonly submission: Submission;
  readonly values: Readonly<Record<string, string | number>>;
  /** An optional field of it. */
  readonly optional: string;
}

export const quoteRequestExample: Example = {
  submission: quoteRequest,
  values: quoteExample,
  optional: "vin",
};

/** A complete contact message as a visitor might send it. */
export const contactMessageExample: Example = {
  submission: contactMessage,
  values: {
    full_name: "Hēmi Walker",
    email: "hemi@example.co.nz",
    phone: "027 555 0123",
    subject: "Open on Saturday?",
    message: "Kia ora,\n\nare you open this Saturday?",
  } satisfies ContactMessageValues,
  optional: "phone",
};

/** A complete vehicle submission as a visitor might send it. */
export const vehicleExample: Example = {
  submission: vehicleSubmission,
  values: {
    full_name: "Fiona Smith",
    email: "fiona@example.co.nz",
    phone: "021 555 0177",
    vehicle_type: "Motorcycle",
    make: "Suzuki",
    model: "DR200SE Trojan",
    year: 2011,
    condition: "not-running",
    description: "Seized last winter.\nTyres are new.",
    price_expectation: 750.5,
    location: "88 Mangakāhia Road, RD 9, Whangārei",
  } satisfies VehicleSubmissionValues,
  optional: "description",
};

/** One submission of every form with complete fields, in the order of the desk's tabs. */
export const examples: readonly Example[] = Object.values({
  quote: quoteRequestExample,
  contact: contactMessageExample,
  "sell-vehicle": vehicleExample,
} satisfies Record<FormName, Example>);

/** The store call's body (specification section 7). */
export function recordBody({ submission, values }: Example, refNumber: string): Record<string, unknown> {
  return {
    ...values,
    ...(submission.asksConsent ? { consent: true } : {}),
    ...(submission.hasFiles ? { file_urls: [] } : {}),
    ref_number: refNumber,
    status: "new",
  };
}

/** The mail call; returns the reference. */
export async function mailedReference(app: TestApp, { submission, values }: Example): Promise<string> {
  const body = { form_type: submission.formType, ...values };
  const { ref_number: reference } = await (await app.postJson("/send-mail.php", body)).json();
  return reference;
}

/** Both calls of a visitor, a second apart from the next; returns the reference. */
export async function addRecord(app: TestApp, example: Example, changes: object = {}): Promise<string> {
  const changed = { ...example, values: { ...example.values, ...changes } };
  const reference = await mailedReference(app, changed);
  const answer = await app.store(example.submission.table, recordBody(changed, reference));
  if (answer.status !== 201) throw new Error(`the store call answered ${answer.status}`);
  app.advance(1000);
  return reference;
}

/** Adds a submission that waits to be stored and was sealed with a lost SESSION_SECRET. */
export async function addUnreadable(app: TestApp): Promise<string> {
  const values = { ...quoteExample, email: "somebody@example.co.nz" };
  const reference = await mailedReference(app, { ...quoteRequestExample, values });
  const { database } = app.app.services;
  const sealed = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
  await database.write((tx) =>
    tx.updateTable("attempts").set({ sealed }).where("ref_number", "=", reference).execute(),
  );
  return reference;
}
