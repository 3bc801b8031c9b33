import type { Submission } from "#domain/submission.ts";

import type { SiteProcess } from "./site-process.ts";

const kiri = { full_name: "Kiri Ōtaika", email: "kiri@farm.example", phone: "021 555 0100" };

/** What one customer asks for, and what she writes later. */
export const quote = {
  ...kiri,
  make: "Honda",
  model: "TRX420FM",
  year: 2015,
  vin: "TE35-4100123",
  part_needed: "Front diff",
  delivery_address: "1 Kauri Road",
};
export const message = { ...kiri, phone: "+64 21 555 0100", subject: "Parcel", message: "Where is it?" };

type Fields = Readonly<Record<string, string | number>>;

/** Stores one submission for each of these, oldest first; returns their references. */
export function add(site: SiteProcess, submission: Submission, ...fields: Fields[]): Promise<string[]> {
  const all = fields.values();
  return site.add({ submission, percent: 100, fill: () => all.next().value ?? {} }, fields.length);
}
