import { contactMessage, type ContactMessageValues } from "#domain/contact-message.ts";
import { quoteRequest } from "#domain/quote-request.ts";
import type { Submission } from "#domain/submission.ts";
import { vehicleSubmission, type VehicleSubmissionValues } from "#domain/vehicle-submission.ts";

import type { TestApp } from "./build-test-app.ts";
import { quoteExample } from "./quote-example.ts";

/** A complete contact message as a visitor might send it. */
const contactExample: ContactMessageValues = {
  full_name: "Hēmi Walker",
  email: "hemi@example.co.nz",
  phone: "027 555 0123",
  subject: "Open on Saturday?",
  message: "Kia ora,\n\nare you open this Saturday?",
};

/** A complete vehicle submission as a visitor might send it. */
const vehicleExample: VehicleSubmissionValues = {
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
};

export interface Example {
  readonly submission: Submission;
  readonly values: Readonly<Record<string, string | number>>;
  /** An optional field of it. */
  readonly optional: string;
}

/** Every kind of submission with complete fields, in the order of the registry. */
export const examples: readonly Example[] = [
  { submission: quoteRequest, values: quoteExample, optional: "vin" },
  { submission: contactMessage, values: contactExample, optional: "phone" },
  { submission: vehicleSubmission, values: vehicleExample, optional: "description" },
];

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

/** The mail call; answers the reference. */
export async function mailedReference(app: TestApp, { submission, values }: Example): Promise<string> {
  const body = { form_type: submission.formType, ...values };
  const { ref_number: reference } = await (await app.postJson("/send-mail.php", body)).json();
  return reference;
}
