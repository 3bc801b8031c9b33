import { createHash, randomUUID } from "node:crypto";

import type { Purchase } from "#domain/deals/purchase.ts";
import { nzDate } from "#domain/nz-time.ts";
import { partLabel } from "#domain/stock/part.ts";
import { sealPurchase } from "#server/features/deals/sales/dealers-record.ts";

import type { TestApp } from "./build-test-app.ts";
import { stockDesk } from "./stock-desk.ts";
import { addRecord, vehicleExample } from "./submission-examples.ts";

/** A photo of a visitor with its two files, or of a part. Returns its id and hash. */
export async function addPhoto(
  app: TestApp,
  reference: string,
  kind: "visitor" | "part" = "visitor",
): Promise<{ readonly id: string; readonly sha256: string; readonly content: Buffer }> {
  const { database, photos, now } = app.app.services;
  const id = randomUUID();
  const content = Buffer.from(`photo ${id}`);
  const preview = Buffer.from(`small ${id}`);
  const sha256 = createHash("sha256").update(content).digest("hex");
  await photos.write(id, { content, preview });
  const facts = { shot: "front", sha256, bytes: content.length, preview_bytes: preview.length };
  const row = { id, ref_number: reference, kind, ...facts, at: now().toISOString(), user_id: null };
  await database.write((tx) => tx.insertInto("photos").values(row).execute());
  return { id, sha256, content };
}

/** A part in stock, off machine 1 if there is one, with a photo of its own. */
export async function addPartWithPhoto(app: TestApp): Promise<string> {
  const stock = await stockDesk(app);
  const machine = (await app.rows("machines")).length === 0 ? null : 1;
  const [part] = await stock.written(machine, { name: "Rear diff", make: "Yamaha", model: "YFM450" });
  const label = partLabel(part?.number ?? 0);
  const { id } = await addPhoto(app, label, "part");
  await app.app.services.database.write((tx) => tx.updateTable("parts").set({ photo: id }).execute());
  return id;
}

export interface Seller {
  readonly email: string;
  readonly full_name: string;
}

/** A vehicle with two photos, an unfinished one, a request for more, and an accepted offer. Returns its reference. */
export async function addSale(app: TestApp, seller: Seller): Promise<string> {
  const { database, linkKeys, now } = app.app.services;
  const reference = await addRecord(app, vehicleExample, { ...seller });
  await addPhoto(app, reference);
  await addPhoto(app, reference);
  const at = now().toISOString();
  const [id, user_id] = [randomUUID(), String((await app.rows("users"))[0]?.["id"])];
  const upload = { ref_number: reference, created_at: at, changed_at: at };
  const content = JSON.stringify({ reference, machine: "2015 Yamaha YFM450" });
  const offer = { ref_number: reference, number: 1, content, content_hash: "0", amount_cents: 150_000 };
  const account = linkKeys.seal("12-3456-0123456-00", `account of ${id}`);
  const pickUp = { id, ref_number: reference, number: 1, state: "done", from_at: at, until_at: at } as const;
  await database.write(async (tx) => {
    await tx
      .insertInto("photo_uploads")
      .values({ id, ...upload, shot: "rear", size: 9, received: 3, state: "open" })
      .execute();
    await tx
      .insertInto("photo_pieces")
      .values({ upload_id: id, position: 0, content: Buffer.from("abc") })
      .execute();
    await tx
      .insertInto("photo_requests")
      .values({ ref_number: reference, number: 1, shots: '["dash"]', words: null, at, user_id })
      .execute();
    await tx
      .insertInto("offers")
      .values({
        ...offer,
        state: "approved",
        valid_until: nzDate(now()),
        queued_at: at,
        undo_until: at,
        changed_at: at,
        user_id,
      })
      .execute();
    await tx
      .insertInto("pick_ups")
      .values({
        ...pickUp,
        pay: "account",
        account,
        is_gst_registered: false,
        accepted_at: at,
        changed_at: at,
      })
      .execute();
  });
  return reference;
}

/** The same, bought today for $1,500.00, with the dealer's record. */
export async function addBoughtMachine(app: TestApp, seller: Seller): Promise<string> {
  const reference = await addSale(app, seller);
  const { database, linkKeys, now } = app.app.services;
  const [id, user_id] = [randomUUID(), String((await app.rows("users"))[0]?.["id"])];
  const paid = { price_cents: 150_000, bought_on: nzDate(now()), gst: "second-hand" } as const;
  const record: Purchase = {
    name: seller.full_name,
    address: "12 Kea Road, Whangārei",
    phone: null,
    birth_date: "1980-02-03",
    identified_by: "NZ driver licence",
    identity_number: "AB123456",
    not_identified_why: null,
    description: "2015 Yamaha YFM450",
    vin: null,
    registration: null,
    functioning: true,
    paid_by: "transfer",
    ...paid,
  };
  const sealed = sealPurchase({ linkKeys }, id, { ...record, email: seller.email });
  await database.write(async (tx) => {
    const number = (await tx.selectFrom("machines").select("number").execute()).length + 1;
    const named = { make: "Yamaha", model: "YFM450", year: 2015, vehicle_type: "ATV" } as const;
    const machine = { number, ref_number: reference, name: "2015 Yamaha YFM450", vin: null, ...named };
    await tx
      .insertInto("machines")
      .values({
        ...machine,
        registration: null,
        ...paid,
        hold_until: paid.bought_on,
        state: "standing",
        note: "",
      })
      .execute();
    const row = { id, ref_number: reference, machine_number: number, sealed, ...paid, user_id };
    await tx
      .insertInto("purchases")
      .values({ ...row, at: now().toISOString(), corrects: null })
      .execute();
  });
  return reference;
}
