import { activeOrder } from "#domain/deals/deal-state.ts";
import type { Deal, Order } from "#domain/deals/deal.ts";
import type { QuoteLine } from "#domain/deals/quote.ts";
import { photoUrl } from "#domain/deals/sale-calls.ts";
import {
  linesThatCount,
  type PulledLine,
  type SoldLine,
  soldLine,
  unpulledParts,
} from "#domain/deals/sold.ts";
import { orderedLines } from "#domain/deals/versions.ts";
import { partLabel, partNumber } from "#domain/stock/part.ts";
import { type CallOutcome, refused, type Work } from "#server/features/deals/deal/change-deal.ts";
import { partsLabelled } from "#server/features/deals/parts/part-holds.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { Refusal } from "#server/platform/http/errors.ts";

interface PulledBody {
  readonly line: string;
  readonly pulled: boolean;
}

/** Notes that staff took a part off the shelf, or put it back. Whoever pulled it first stays named. */
export async function pullLine(work: Work, { line, pulled }: PulledBody): Promise<CallOutcome> {
  const { tx, deal, at } = work;
  const order = activeOrder(deal);
  if (order === null || (order.state !== "paid" && order.state !== "packed"))
    return refused("Only parts of a paid order are pulled");
  const place = orderedLines(deal, order).findIndex(({ id }) => id === line) + 1;
  if (place === 0) return refused({ status: 404, message: "The order has no such line" });
  const others = order.pulled.filter((one) => one.line !== line);
  const isPulled = others.length < order.pulled.length;
  if (isPulled === pulled) return { ok: { sold: await soldNow(tx, deal) } };
  if (!pulled && order.state === "packed") return refused("The order is packed already: it stays pulled");
  const now = pulled ? [...others, { line, at: at.toISOString(), by: work.staff }] : others;
  await tx
    .updateTable("orders")
    .set({ pulled: JSON.stringify(now) })
    .where("id", "=", order.id)
    .execute();
  work.event({ type: "pulled", ...(pulled ? { becomes: String(place) } : { was: String(place) }) });
  const orders = deal.orders.map((one) => (one === order ? { ...order, pulled: now } : one));
  return { ok: { sold: await soldNow(tx, { ...deal, orders }) } };
}

/** Refuses to pack or send an order with a part that nobody has pulled, unless staff say `anyway`. */
export function unpulledRefusal({ deal }: Work, order: Order, anyway = false): Refusal | null {
  const missing = unpulledParts(orderedLines(deal, order), order.pulled);
  if (anyway || missing.length === 0) return null;
  return { status: 409, message: `Not pulled yet: ${missing.join("; ")}`, field: "anyway" };
}

/** Returns the lines that count now, each with its photo and who pulled it. */
export async function soldNow(db: Query, deal: Deal): Promise<SoldLine[]> {
  const lines = linesThatCount(deal);
  const pulled = activeOrder(deal)?.pulled ?? [];
  const names = await namesFor(db, { references: [deal.reference], lines, pulled });
  return lines.map((line) => soldLine(line, pulled, names));
}

interface SoldRows {
  readonly references: readonly string[]; // Of their deals.
  readonly lines: readonly QuoteLine[];
  readonly pulled: readonly PulledLine[];
}

/** Reads where the parts lie, the addresses of their photos, and who pulled them. */
export async function namesFor(db: Query, { references, lines, pulled }: SoldRows) {
  const labels = lines.flatMap(({ item_label: label }) => label ?? []);
  const stock = await partsLabelled(db, labels);
  const hashes = lines.flatMap(({ photos = [] }) => photos.slice(0, 1));
  const photos = db
    .selectFrom("photos")
    .select(["id", "sha256"])
    .where("ref_number", "in", [...references, ...[...stock.keys()].map(partLabel)]);
  const ofParts = photos.where("kind", "=", "part").where("sha256", "in", hashes);
  const found = hashes.length === 0 ? [] : await ofParts.execute();
  const addresses = new Map(found.map(({ id, sha256 }) => [sha256, photoUrl(id)]));
  const users = pulled.length === 0 ? [] : await db.selectFrom("users").selectAll().execute();
  const known = new Map(users.map(({ id, full_name: name, email }) => [id, name || email]));
  return {
    shelfOf(label: string) {
      const part = stock.get(partNumber(label) ?? 0);
      return part === undefined || part.state === "on_machine" ? null : part.shelf;
    },
    photoOf: (hash: string) => addresses.get(hash) ?? null,
    userOf: (id: string) => known.get(id) ?? "somebody",
  };
}
