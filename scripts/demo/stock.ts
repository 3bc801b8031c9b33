import { createHash, randomUUID } from "node:crypto";

import sharp from "sharp";

import { machineKind } from "#domain/catalogue/machine-kind.ts";
import type { WeightClass } from "#domain/deals/freight.ts";
import { photoSides } from "#domain/deals/photos.ts";
import { machineText } from "#domain/deals/requested.ts";
import { dayMs } from "#domain/durations.ts";
import { partLabel } from "#domain/stock/part.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { takePartNumber } from "#server/features/deals/parts/part-holds.ts";
import { partsIn } from "#server/features/deals/parts/read-parts.ts";
import { insertParts, type PartCells } from "#server/features/deals/parts/write-part.ts";
import { takeMachineNumber } from "#server/features/deals/yard/record-purchase.ts";
import { sellAtCounter } from "#server/features/stock/sell-at-counter.ts";
import type { Config } from "#server/platform/config/config.ts";

import { between, type Chance, chance, pick } from "./chance.ts";
import { partDrawing } from "./part-drawings.ts";
import { inInstallation } from "./story.ts";
import { machines as models } from "./visitors.ts";

const [machinesAll, partsAll] = [30, 600];
const writtenAtOnce = 20;

type Row = readonly [name: string, dollars: number, weight: WeightClass | null, quantity?: number];
/** On bikes and quads. */
const both: readonly Row[] = [
  ["CDI", 160, "S"],
  ["Stator", 190, "S"],
  ["Starter motor", 140, "S"],
  ["Wiring loom", 120, "S"],
  ["Carburettor", 220, "S"],
  ["Brake master cylinder", 95, "S"],
  ["Ignition switch", 60, "S"],
  ["Seat", 130, "M"],
  ["Muffler", 180, "M"],
  ["Fuel tank", 150, "M"],
  ["Rear shock", 140, "M"],
  ["Brake caliper", 110, "S"],
  ["Handlebar", 75, "M"],
  ["Brake lever", 35, "S", 2],
];
const usualParts: Readonly<Record<"ATV" | "Motorcycle", readonly Row[]>> = {
  ATV: [
    ...both,
    ["Front diff", 420, "L"],
    ["Rear diff", 480, "L"],
    ["Rear CV axle, left", 190, "M"],
    ["Radiator and fan", 240, "M"],
    ["Rear carrier rack", 160, "L"],
    ["Front A-arm, right", 120, "M"],
    ["Fuel pump", 130, "S"],
    ["Recoil starter", 110, "S"],
    ["Front mudguards", 210, null],
    ["Spare wheel", 90, "L", 4],
  ],
  Motorcycle: [
    ...both,
    ["Clutch lever", 35, "S"],
    ["Rear wheel", 190, "L"],
    ["Front wheel", 170, "L"],
    ["Front mudguard", 55, "M"],
    ["Clutch lever and perch", 55, "S"],
    ["Fuel pump", 110, "S"],
    ["Handlebar clamps", 40, "S", 2],
  ],
};

const grades = {
  A: { factor: 1.15, condition: ["Low hours", "No marks that matter"] },
  B: { factor: 1, condition: ["Tested on a running machine", "Light scratches"] },
  C: { factor: 0.7, condition: ["Works", "Worn, and marked by farm work"] },
} as const;

type Yard = Awaited<ReturnType<typeof standing>>[number];

/** Fills the yard up to 30 machines and 600 parts, and sells one at the counter. Returns how many parts are new; none without a user. */
export async function addStock(config: Config): Promise<number> {
  const added = await inInstallation(config, async (context, userId) => {
    const random = chance(58);
    await enterMachines(context, random);
    const parts = await context.database.write((tx) => newParts(tx, random, userId));
    await addPhotos(context, parts, userId);
    const sold = parts.find(({ state, machine_number: machine }) => state === "on_shelf" && machine !== null);
    if (sold !== undefined) await sellOne(context, sold, userId);
    return parts.length;
  });
  return added ?? 0;
}

type Tx = DealContext["database"]["reader"];

async function standing(db: Tx) {
  return db.selectFrom("machines").selectAll().where("state", "=", "standing").orderBy("number").execute();
}

/** Most stood there before we wrote machines down. */
async function enterMachines({ database }: DealContext, random: Chance): Promise<void> {
  const missing = machinesAll - (await standing(database.reader)).length;
  if (missing <= 0) return;
  await database.write(async (tx) => {
    const last = await takeMachineNumber(tx, missing);
    const entered = Array.from({ length: missing }, (_, index) => {
      const { years, ...model } = pick(random, models);
      const [oldest, newest] = years;
      const named = { ...model, year: between(random, oldest, newest) };
      const bought = { ref_number: null, gst: null, price_cents: null, bought_on: null, hold_until: null };
      const rest = { vin: null, registration: null, state: "standing", note: "" } as const;
      return { number: last - missing + 1 + index, name: machineText(named), ...named, ...bought, ...rest };
    });
    await tx.insertInto("machines").values(entered).execute();
  });
}

async function newParts(tx: Tx, random: Chance, user_id: string): Promise<PartCells[]> {
  const { length: known } = await partsIn(tx).select("number").execute();
  const machines = await standing(tx);
  const missing = machines.length === 0 ? 0 : partsAll - known;
  if (missing <= 0) return [];
  const last = await takePartNumber(tx, missing);
  const parts = Array.from({ length: missing }, (_, index) => {
    const machine = machines[index % machines.length];
    const usual = usualParts[machine?.vehicle_type ?? "ATV"];
    const row = usual[Math.floor(index / machines.length) % usual.length];
    const number = last - missing + 1 + index;
    return machine === undefined || row === undefined
      ? []
      : { ...newPart(random, machine, row), number, user_id };
  }).flat();
  await insertParts(tx, parts);
  return parts;
}

function newPart(random: Chance, machine: Yard, [name, dollars, weight, quantity = 1]: Row) {
  const { make, model, year } = machine;
  const grade = pick(random, ["A", "B", "B", "C"] as const);
  const { factor, condition } = grades[grade];
  const isOnIt = machine.hold_until !== null || random() < 0.35;
  const since = new Date(Date.now() - between(random, 25, 500) * dayMs).toISOString();
  const [oldest, newest] = models.find((one) => one.model === model)?.years ?? [year ?? 0, year ?? 0];
  const around =
    year === null
      ? { from: null, to: null }
      : { from: Math.max(oldest, year - 4), to: Math.min(newest, year + 4) };
  return {
    id: randomUUID(),
    name,
    kind: machineKind(machine),
    machine_number: machine.number,
    make,
    model,
    year,
    fits: JSON.stringify([{ make, model, ...around }]),
    grade,
    condition: JSON.stringify(condition),
    shelf: isOnIt ? "" : `${pick(random, ["A", "B", "C", "D", "E"])}-${between(random, 1, 24)}`,
    price_cents: random() < 0.05 ? null : Math.round((dollars * factor) / 5) * 500,
    weight,
    quantity,
    state: isOnIt ? "on_machine" : "on_shelf",
    reason: null,
    is_public: true,
    was_public: false,
    photo: randomUUID(),
    version: 1,
    since,
    shelved_at: isOnIt ? null : since,
    sold_at: null,
    changed_at: since,
  } as const;
}

async function addPhotos(context: DealContext, parts: readonly PartCells[], userId: string): Promise<void> {
  const pictures = new Map<string, ReturnType<typeof draw>>();
  const write = async ({ number, name, photo: id, since: at }: PartCells) => {
    const drawing = partDrawing(name);
    const drawn = pictures.get(drawing) ?? draw(drawing);
    pictures.set(drawing, drawn);
    const { sha256, ...picture } = await drawn;
    await context.photos.write(id ?? "", picture);
    const sizes = { bytes: picture.content.length, preview_bytes: picture.preview.length };
    const photo = { id: id ?? "", ref_number: partLabel(number), kind: "part", shot: null } as const;
    return { ...photo, sha256, ...sizes, at, user_id: userId };
  };
  const rows = await Promise.all(parts.slice(0, 1).map(write)); // The first one marks the place of the photos.
  for (let first = 1; first < parts.length; first += writtenAtOnce)
    rows.push(...(await Promise.all(parts.slice(first, first + writtenAtOnce).map(write))));
  if (rows.length > 0) await context.database.write((tx) => tx.insertInto("photos").values(rows).execute());
}

async function draw(drawing: string) {
  const of = (side: number) =>
    sharp(Buffer.from(drawing)).resize(side, side, { fit: "inside" }).jpeg().toBuffer();
  const content = await of(photoSides.large);
  const sha256 = createHash("sha256").update(content).digest("hex");
  return { content, preview: await of(photoSides.small), sha256 };
}

async function sellOne(
  context: DealContext,
  { number, price_cents }: PartCells,
  userId: string,
): Promise<void> {
  const sale = {
    number,
    quantity: 1,
    price_cents: price_cents ?? 9000,
    method: "card",
    name: "",
    note: "",
  } as const;
  const done = await context.database.write((tx) =>
    sellAtCounter({ context, tx, at: context.now(), userId }, sale),
  );
  if (!("ok" in done)) throw new Error(`Nothing was sold at the counter: ${JSON.stringify(done)}`);
}
