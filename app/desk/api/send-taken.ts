import type { UploadResult } from "#app/photos/api/send-photo.ts";
import type { Waiting } from "#app/photos/photo-store.ts";
import { randomKey } from "#app/shared/forms/draft.ts";
import { type Part, partLabel, type PartPhoto } from "#domain/stock/part.ts";
import { stockCalls } from "#domain/stock/stock-calls.ts";

import { CallProblem, deskCall, isStale, isUnreached } from "./desk-call.ts";

/** What somebody can change of a part while taking a machine apart. */
export type TakenFields = Partial<
  Pick<Part, "grade" | "shelf" | "price_cents" | "state" | "reason" | "condition">
>;

interface OfPart extends Waiting {
  readonly machine: number;
  readonly part: string; // The phone's id of the part.
  readonly name: string;
}

/** What waits on the phone: a part that is written down, a change of one, or a photo. */
export type TakenItem =
  | (OfPart & { readonly kind: "part"; readonly fields: TakenFields })
  | (OfPart & { readonly kind: "change"; readonly number: number | null } & Record<
        "fields" | "was",
        TakenFields
      >)
  | (OfPart & { readonly kind: "photo"; readonly number: number | null; readonly bytes: ArrayBuffer });

/** What the server has said of a part of the machine. */
export interface Taken {
  readonly machine: number;
  readonly id: string;
  readonly part?: Part;
  readonly photos?: readonly PartPhoto[];
}

/** Sends one item. Calls `onTaken` with what the server has now, before it returns. */
export async function sendTaken(item: TakenItem, onTaken: (taken: Taken) => void): Promise<UploadResult> {
  const { machine, part: id } = item;
  try {
    if (item.kind === "photo") onTaken({ machine, id, photos: await sendPhoto(item) });
    else onTaken({ machine, id, part: item.kind === "part" ? await writeDown(item) : await change(item) });
    return "received";
  } catch (error) {
    return resultOf(error);
  }
}

/** Sent again, it is the same part: the first call counts. */
async function writeDown({ machine, part: id, name, fields }: TakenItem & { kind: "part" }): Promise<Part> {
  const { reason: _, state, ...words } = fields;
  const stands = state === "on_machine" ? "on_machine" : "on_shelf";
  const parts = [{ ...words, id, name, state: stands } as const];
  const { parts: written } = await deskCall(
    stockCalls.parts,
    { machine_number: machine, parts: parts.map(copied) },
    { key: randomKey() },
  );
  const [part] = written;
  if (part === undefined) throw new CallProblem("The server did not say which part this is");
  return part;
}

/** The call's lists can be written to. */
function copied<Fields extends { readonly condition?: readonly string[] }>({ condition, ...fields }: Fields) {
  return condition === undefined ? fields : { ...fields, condition: [...condition] };
}

/** Changes the part as it is now, unless somebody else has changed the same field meanwhile. */
async function change(item: TakenItem & { kind: "change" }): Promise<Part> {
  const { number, fields, was } = item;
  const part =
    number === null
      ? await writeDown({ ...item, kind: "part", fields: {} }) // It is there already: this asks for its number.
      : (await deskCall(stockCalls.part, { number: String(number) })).part;
  const names = Object.keys(fields) as (keyof TakenFields)[];
  const differs = (other: TakenFields) => names.some((name) => String(part[name]) !== String(other[name]));
  if (!differs(fields)) return part;
  if (differs(was))
    throw new CallProblem(`Somebody else has changed ${partLabel(part.number)} meanwhile`, null, 409);
  const body = { number: part.number, ...copied(fields) };
  return (await deskCall(stockCalls.partChange, body, { version: part.version })).part;
}

async function sendPhoto({ id, part, number, bytes }: TakenItem & { kind: "photo" }) {
  const form = new FormData();
  form.append("part", String(number ?? part));
  form.append("id", id);
  form.append("photo", new Blob([bytes]), "photo.jpg");
  return (await deskCall(stockCalls.partPhoto, form, { timeoutMs: longestUploadMs })).photos;
}

const longestUploadMs = 120_000;

const waitStatuses: ReadonlySet<number> = new Set([408, 425, 429]);

function resultOf(error: unknown): UploadResult {
  if (isUnreached(error)) return "no signal";
  // Without a status, the session is over or the answer was none of ours.
  if (!(error instanceof CallProblem) || error.status === null) return "busy";
  if (isStale(error) || error.status >= 500 || waitStatuses.has(error.status)) return "busy";
  return { problem: error.message };
}
