import { randomUUID } from "node:crypto";

import { machineKind } from "#domain/catalogue/machine-kind.ts";
import { makes, modelsOf } from "#domain/catalogue/models.ts";
import { partNames } from "#domain/catalogue/parts.ts";
import { machineText } from "#domain/deals/requested.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { partLabel } from "#domain/stock/part.ts";
import { takePartNumber } from "#server/features/deals/parts/part-holds.ts";
import { insertParts, type PartCells } from "#server/features/deals/parts/write-part.ts";
import { takeMachineNumber } from "#server/features/deals/yard/record-purchase.ts";
import { insertRecord } from "#server/features/records/insert-records.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { Services } from "#server/services/services.ts";

const batch = 2000;
/** Of every maker in turn. */
const models = makes.flatMap((make) =>
  Object.values(modelsOf(make)).flatMap((some) => some.map(({ code }) => ({ make, model: code }))),
);
export const askedReference = "QK-BENCH2-2222";
/** What the first machine has. */
export const asked = { ...(models[0] ?? { make: "", model: "" }), part: partNames[0] ?? "" };

/** So many parts for sale, each with a photo, off a tenth as many machines, and a request that some of them fit. */
export async function fillStock({ database, now }: Services, parts: number): Promise<void> {
  const at = now();
  await database.write((tx) => addMachines(tx, parts / 10));
  await database.write((tx) => takePartNumber(tx, parts));
  for (let first = 0; first < parts; first += batch) {
    const some = Array.from({ length: Math.min(batch, parts - first) }, (_, index) =>
      partAt(first + index, at),
    );
    await database.write(async (tx) => {
      await insertParts(tx, some);
      await tx.insertInto("photos").values(some.map(photoOf)).execute();
    });
  }
  const { part: part_needed, ...machine } = asked;
  const person = { full_name: "Aroha Ngata", phone: "021 555 0100", email: "a@quadkea.example" };
  const values = { ...person, ...machine, year: 2005, part_needed, delivery_address: "1 Farm Road\nKaeo" };
  const times = { createdAt: at, storedAt: at, dueAt: at };
  await database.write((tx) =>
    insertRecord(tx, quoteRequest, values, {
      refNumber: askedReference,
      ...times,
      consent: true,
      adopted: false,
    }),
  );
}

const machineAt = (index: number) => {
  const { make, model } = models[index % models.length] ?? asked;
  return { make, model, year: 2005 + (index % 18), vehicle_type: "ATV" as const };
};

async function addMachines(tx: Query, count: number): Promise<void> {
  await takeMachineNumber(tx, count);
  for (let first = 0; first < count; first += batch) {
    const rows = Array.from({ length: Math.min(batch, count - first) }, (_, index) => {
      const machine = machineAt(first + index);
      const bought = { ref_number: null, gst: null, price_cents: null, bought_on: null, hold_until: null };
      const rest = { vin: null, registration: null, state: "standing", note: "" } as const;
      return { number: first + index + 1, name: machineText(machine), ...machine, ...bought, ...rest };
    });
    await tx.insertInto("machines").values(rows).execute();
  }
}

function partAt(index: number, at: Date): PartCells {
  const machine = machineAt(Math.floor(index / 10));
  const { make, model, year } = machine;
  const instant = at.toISOString();
  return {
    number: index + 1,
    id: `bench-part-${index}`,
    name: partNames[(index + Math.floor(index / 10)) % partNames.length] ?? "",
    kind: machineKind(machine),
    machine_number: Math.floor(index / 10) + 1,
    make,
    model,
    year,
    fits: JSON.stringify([{ make, model, from: year - 3, to: year + 3 }]),
    grade: "B",
    condition: JSON.stringify(["Tested on a running machine"]),
    shelf: `${"ABCDEFGH"[index % 8]}-${index % 400}`,
    price_cents: 5000 + (index % 300) * 100,
    weight: "M",
    quantity: 1,
    state: index % 3 === 0 ? "on_machine" : "on_shelf",
    reason: null,
    is_public: true,
    was_public: false,
    photo: randomUUID(),
    version: 1,
    since: instant,
    shelved_at: index % 3 === 0 ? null : instant,
    sold_at: null,
    changed_at: instant,
    user_id: null,
  };
}

/** The row of its only photo: pages name it, and nobody asks for the file. */
const photoOf = ({ number, photo, since: at }: PartCells) => {
  const taken = { id: photo ?? "", ref_number: partLabel(number), kind: "part", shot: null } as const;
  return { ...taken, sha256: String(number), bytes: 300_000, preview_bytes: 20_000, at, user_id: null };
};

/** A yard's spreadsheet of so many new parts. */
export function spreadsheet(rows: number, note = "Tested"): string {
  const head = "name,machine_number,make,model,year,fits,grade,condition,shelf,price,weight,quantity";
  const lines = Array.from({ length: rows }, (_, index) => {
    const { make, model, year } = machineAt(index);
    const name = partNames[index % partNames.length] ?? "";
    return `${name},,${make},${model},${year},${make} ${model} ${year - 2}-${year + 2},B,${note} | Light scratches,N-${index},"$${(1000 + index).toLocaleString("en-NZ")}.00",M,1`;
  });
  return [head, ...lines, ""].join("\r\n");
}
