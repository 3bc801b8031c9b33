import { appendFile, mkdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import * as v from "valibot";

import type { Config } from "#server/platform/config/config.ts";
import type { CommandDatabase, Query } from "#server/platform/database/database.ts";
import { hasCode, syncFolder } from "#server/platform/files/files.ts";
import type { Keys } from "#server/platform/secrets/keyed-hash.ts";

import { allHoldings, type Holding, namesInErasures, type PersonKeys } from "./find-person.ts";
import { eraseMails, mailSenders } from "./person-mails.ts";
import { eraseEnquiries } from "./person.ts";

/** Next to the backups and in DATA_DIR, to survive the loss of the database. A line for each erasure, never changed. */
export const erasuresFile = "erasures.jsonl";

/** An erasure to repeat after a restore: keyed hashes and references, no personal data. */
const erasureSchema = v.object({
  at: v.pipe(v.string(), v.isoTimestamp()),
  /** Records that led to an order were erased too. */
  orders: v.boolean(),
  references: v.array(v.string()),
  people: v.array(v.string()),
});
type Erasure = v.InferOutput<typeof erasureSchema>;
const lineSchema = v.object({ ...erasureSchema.entries, seal: v.string() });

export function erasureFiles({ dataDir, backup }: Config): string[] {
  const folders = backup.folder === null ? [dataDir] : [backup.folder, dataDir];
  return folders.map((folder) => join(folder, erasuresFile));
}

/**
 * Lists an erasure in each file and waits until it is on disk. `names` come from `erasedNames`. The keys are those of
 * LINK_SECRET, which never changes and is not in the folder of the backups.
 */
export async function listErasure(
  files: readonly string[],
  linkKeys: Keys,
  facts: Omit<Erasure, "people">,
  names: readonly string[],
): Promise<void> {
  const erasure = { ...facts, people: names.map((name) => hashOf(linkKeys, name)) };
  const line = `${JSON.stringify({ ...erasure, seal: sealOf(linkKeys, erasure) })}\n`;
  for (const file of files) {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await appendFile(file, line, { mode: 0o600, flush: true });
    syncFolder(dirname(file));
  }
}

function hashOf(linkKeys: Keys, name: string): string {
  return linkKeys.hash("erased person", name);
}

/** Anybody who can write to the file could otherwise have records erased by a restore. */
function sealOf(linkKeys: Keys, { at, orders, references, people }: Erasure): string {
  return linkKeys.hash("erasure seal", JSON.stringify([at, orders, references, people]));
}

interface ErasureList {
  readonly erasures: readonly Erasure[];
  /** Lines that are damaged or sealed with another LINK_SECRET. */
  readonly doubtful: number;
}

export async function readErasures(files: readonly string[], linkKeys: Keys): Promise<ErasureList> {
  const texts = await Promise.all(files.map((file) => textIn(file)));
  const lines = new Set(texts.flatMap((text) => text.split("\n")).filter((line) => line !== ""));
  const erasures = [...lines].flatMap((line) => erasureIn(line, linkKeys) ?? []);
  return { erasures, doubtful: lines.size - erasures.length };
}

async function textIn(file: string): Promise<string> {
  return readFile(file, "utf8").catch((error: unknown) => {
    if (hasCode(error, "ENOENT", "ENOTDIR")) return "";
    throw error;
  });
}

function erasureIn(line: string, linkKeys: Keys): Erasure | null {
  try {
    const { seal, ...erasure } = v.parse(lineSchema, JSON.parse(line));
    return seal === sealOf(linkKeys, erasure) ? erasure : null;
  } catch {
    return null;
  }
}

interface EraseContext extends PersonKeys {
  readonly database: CommandDatabase;
  readonly now: () => Date;
}

/** Erases again what a restored database still holds. Returns the references that went. */
export async function eraseAgain(context: EraseContext, erasures: readonly Erasure[]): Promise<string[]> {
  const { database, linkKeys, now } = context;
  const isErased = (holding: Holding) => {
    const { kind, row } = holding;
    const people = namesInErasures(holding).map((name) => hashOf(linkKeys, name));
    return erasures.some(
      ({ at, orders, references, people: erased }) =>
        (kind === "record" || kind === "waiting") &&
        String(row["created_at"]) <= at &&
        (orders || !row["order_placed"]) &&
        (references.includes(row.ref_number) || people.some((one) => erased.includes(one))),
    );
  };
  return database.write(async (tx) => {
    const { all } = await allHoldings(tx, context);
    const references = all.filter(isErased).map(({ row }) => row.ref_number);
    await eraseMailsAgain(tx, context, erasures);
    return (await eraseEnquiries(tx, references, { orders: true, at: now() })).gone;
  });
}

async function eraseMailsAgain(tx: Query, { linkKeys, now }: EraseContext, erasures: readonly Erasure[]) {
  const senders = new Map<string, string>();
  for (const address of await mailSenders(tx)) senders.set(hashOf(linkKeys, `email ${address}`), address);
  for (const { at, people, references: own } of erasures) {
    const addresses = people.flatMap((hash) => senders.get(hash) ?? []);
    await eraseMails(tx, { addresses, own, until: at }, now());
  }
}
