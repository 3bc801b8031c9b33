import * as v from "valibot";

import { validUntil } from "#domain/deals/deadlines.ts";
import { quoteDraftSchema } from "#domain/deals/quote.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { Work } from "#server/features/deals/deal/change-deal.ts";
import { rememberPrices } from "#server/features/deals/deal/price-memory.ts";
import { contentOf, newVersion, versionRow } from "#server/features/deals/quotes/quote-send.ts";
import { insertRecords } from "#server/features/records/insert-records.ts";
import { newReference } from "#server/features/submissions/attempts.ts";
import type { Services } from "#server/services/services.ts";

import { exampleFields } from "../submissions/example-fields.ts";

export const parts = [
  "Front diff",
  "CDI",
  "Stator",
  "Carburettor",
  "Seat",
  "Radiator",
  "Rear shock",
  "Swingarm",
];
const models = ["TRX420FM", "TRX500FA", "LT-A400", "YFM350", "KVF300", "Outlander 400"];

const batch = 1000;
const minuteMs = 60_000;
/** The newest that many are valid; those before are a minute apart from each other. */
const validDays = 7;

interface FilledDeal {
  readonly reference: string;
  readonly number: number;
  readonly hash: string;
}

interface FilledDeals {
  readonly count: number;
  readonly userId: string;
  /** Each has a photo of its part. */
  readonly photos?: boolean;
}

/** Requests with a quote each, sent by the user; returns what their customers need to approve the newest ones. */
export async function fillDeals(
  services: Services,
  { count, userId, photos = false }: FilledDeals,
): Promise<FilledDeal[]> {
  const { database, now } = services;
  const approvals: FilledDeal[] = [];
  const oldest = now().getTime() - count * minuteMs;
  for (let first = 0; first < count; first += batch) {
    const deals = Array.from({ length: Math.min(batch, count - first) }, (_, index) => first + index);
    await database.write(async (tx) => {
      const stored = deals.map((index) => {
        const createdAt = new Date(oldest + index * minuteMs);
        const times = { createdAt, storedAt: createdAt, dueAt: createdAt };
        return {
          values: { ...exampleFields(index), part_needed: partOf(index), model: modelOf(index) },
          record: { refNumber: newReference(), ...times, consent: true, adopted: false },
        };
      });
      const records = await insertRecords(tx, quoteRequest, stored);
      for (const [at, { reference, createdAt }] of records.entries()) {
        const index = first + at;
        const work = new Work({ ...services, undoMs: 0 }, tx, null, userId, createdAt);
        const taken = photos ? photoOf(reference, index, createdAt) : null;
        if (taken !== null) await tx.insertInto("photos").values(taken).execute();
        const shown = taken === null ? {} : { photos: [taken.sha256] };
        const version = newVersion(work, contentFor(reference, index, createdAt, shown));
        await tx.insertInto("quote_versions").values(versionRow(version, "out")).execute();
        await rememberPrices(tx, { make: "Honda", model: modelOf(index) }, version);
        approvals.push({ reference, number: 1, hash: version.content_hash });
      }
    });
  }
  return approvals;
}

function partOf(index: number): string {
  return parts[index % parts.length] ?? "";
}

export function modelOf(index: number): string {
  return models[Math.floor(index / parts.length) % models.length] ?? "";
}

function photoOf(ref_number: string, index: number, at: Date) {
  const sha256 = index.toString(16).padStart(64, "0");
  const facts = { kind: "part", shot: null, bytes: 4000, preview_bytes: 400, user_id: null } as const;
  return { id: `photo-${index}`, ref_number, sha256, at: at.toISOString(), ...facts };
}

function contentFor(reference: string, index: number, at: Date, shown: object) {
  const machine = `Honda ${modelOf(index)} ${2000 + (index % 20)}`;
  const line = {
    id: "part",
    text: partOf(index),
    machine,
    grade: "B",
    unit_cents: 5000 + (index % 400) * 100,
  };
  const evidence = ["Backlash 0.2 mm", "No cracks"];
  const draft = v.parse(quoteDraftSchema, {
    lines: [{ ...line, evidence, ...shown }],
    freight: {
      service: "Courier",
      zone: "north",
      rural: true,
      cents: 2100,
      words: "North Island, rural delivery",
    },
    valid_days: validDays,
    words: "It comes off a farm quad with 6,000 km. We ran it before we took it apart.",
  });
  // All can still be approved.
  const until = validUntil(new Date(Math.max(at.getTime(), Date.now())), validDays);
  return contentOf(draft, { reference, number: 1, valid_until: until });
}
