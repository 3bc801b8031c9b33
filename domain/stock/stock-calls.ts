import { call } from "#domain/call.ts";
import type { YardKind } from "#domain/catalogue/machine-kind.ts";
import type { ShownMachine } from "#domain/deals/sale-wire.ts";

import type { Part, PartPhoto } from "./part.ts";
import type { stockRequests } from "./stock-wire.ts";

type StockRequests = typeof stockRequests;

/** What the list of parts is narrowed down to; each may be missing. */
export interface StockQuery {
  readonly q?: string;
  readonly make?: string;
  readonly model?: string;
  readonly year?: string;
  readonly part?: string;
  readonly state?: string; // One or several of them, by comma; those of parts that are here without it.
  readonly shelf?: string;
  readonly machine?: string;
  readonly sort?: "oldest"; // The newest come first without it.
  readonly after?: string; // `next` of the page before.
}

export interface StockPage {
  readonly parts: readonly Part[];
  readonly total: number;
  readonly next: string | null;
}

/** A usual part of a machine that is taken apart, in the order of the work. */
export interface TeardownRow {
  readonly name: string;
  readonly assembly: string | null; // The name of the one that it lies in.
  readonly part: number | null; // Written down already.
  readonly suggested_cents: number | null; // By our own sent lines.
}

/** A part of the machine, with the id that the phone gave it: the phone knows it by that before it has a number. */
export interface TakenPart extends Part {
  readonly id: string;
}

export interface Teardown {
  readonly machine: ShownMachine & { readonly kind: YardKind };
  readonly rows: readonly TeardownRow[];
  readonly parts: readonly TakenPart[];
}

export interface FittingPart extends Part {
  readonly why: string; // "Fits TRX420FM 2014-2018; on the shelf".
}

/** A file whose columns nobody knows: a user says which is which. */
export interface UnknownColumns {
  readonly columns: readonly string[]; // Their headings.
  readonly sample: readonly (readonly string[])[]; // The first rows.
}

/** What an import would do, or has done. A problem names the row as a spreadsheet counts it: the heading is row 1. */
export interface StockImport {
  readonly import: string;
  readonly rows: number;
  readonly new: number;
  readonly changed: number;
  readonly known: number;
  readonly problems: readonly { readonly row: number; readonly why: string }[];
}

/** The calls of staff about parts and machines in the yard (deals.md section 12). */
export const stockCalls = {
  machine: call<StockRequests["machine"], { machine: ShownMachine }>("POST", "/functions/v1/machine", {
    needsKey: true,
  }),
  machineChange: call<StockRequests["machineChange"], { machine: ShownMachine }>(
    "PATCH",
    "/functions/v1/machine",
  ),
  teardown: call<{ machine: string }, Teardown>("GET", "/functions/v1/teardown"),
  parts: call<StockRequests["parts"], { parts: readonly Part[] }>("POST", "/functions/v1/parts", {
    needsKey: true,
  }),
  part: call<{ number: string }, { part: Part }>("GET", "/functions/v1/part"),
  partChange: call<StockRequests["partChange"], { part: Part }>("PATCH", "/functions/v1/part"), // With If-Match.
  partPhoto: call<FormData, { photos: readonly PartPhoto[] }>("POST", "/functions/v1/part-photo"),
  partPhotoRemoval: call<{ id: string }, { photos: readonly PartPhoto[] }>(
    "DELETE",
    "/functions/v1/part-photo",
  ),
  stock: call<StockQuery, StockPage>("GET", "/functions/v1/stock"),
  stockFor: call<{ ref: string }, { parts: readonly FittingPart[] }>("GET", "/functions/v1/stock-for"),
  move: call<StockRequests["move"], { parts: readonly Part[] }>("POST", "/functions/v1/parts-move"),
  sell: call<StockRequests["sell"], { part: Part; order: object; ref: string }>(
    "POST",
    "/functions/v1/part-sell",
    {
      needsKey: true,
    },
  ),
  labels: call<{ numbers: string }>("GET", "/functions/v1/part-labels"),
  import: call<Blob, StockImport | UnknownColumns>("POST", "/functions/v1/stock-import"),
  importConfirm: call<StockRequests["importConfirm"], StockImport>(
    "POST",
    "/functions/v1/stock-import-confirm",
  ),
  export: call("GET", "/functions/v1/stock-export"),
} as const;
