import * as v from "valibot";

import { channelNames } from "./new-request.ts";

const reference = v.string();

/** Mails, messages and records that a request can be made of. */
export const requestSourceSchema = v.union([
  v.strictObject({ mail: v.string() }),
  v.strictObject({ contact: reference }),
  v.strictObject({ copy: reference }),
]);
export type RequestSource = v.InferOutput<typeof requestSourceSchema>;

export const newRequestSchema = v.strictObject({
  from: v.nullable(requestSourceSchema),
  channel: v.picklist(channelNames),
  fields: v.record(v.string(), v.unknown()), // Of the quote form, or of the form for vehicles.
  vehicle: v.optional(v.boolean(), false),
  receipt: v.optional(v.boolean(), false),
});
export type NewRequest = v.InferOutput<typeof newRequestSchema>;
