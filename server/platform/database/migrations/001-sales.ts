import type { Dialect } from "./dialect.ts";

/** Photos, and what follows when somebody sells us a machine: offers, pick-up, purchase, the yard (deals.md section 8). */
export function sales(dialect: Dialect): string[] {
  return [...photoTables(dialect), ...saleTables(dialect)];
}

function photoTables({ instant, bytes, tableOptions }: Dialect): string[] {
  return [
    `create table photos (
      id text primary key not null,
      ref_number text not null,
      kind text not null check (kind in ('visitor', 'part')),
      shot text,
      sha256 text not null,
      bytes integer not null,
      preview_bytes integer not null,
      at ${instant} not null,
      user_id text references users (id)
    ) ${tableOptions}`,
    "create index photos_by_reference on photos (ref_number, at, id)",
    "create index photos_by_content on photos (ref_number, sha256)",
    `create table photo_uploads (
      id text primary key not null,
      ref_number text not null,
      shot text,
      size integer not null,
      received integer not null,
      state text not null check (state in ('open', 'kept', 'refused')),
      problem text check ((problem is not null) = (state = 'refused')),
      created_at ${instant} not null,
      changed_at ${instant} not null
    ) ${tableOptions}`,
    "create index photo_uploads_by_reference on photo_uploads (ref_number, created_at)",
    "create index photo_uploads_by_time on photo_uploads (changed_at)",
    `create table photo_pieces (
      upload_id text not null references photo_uploads (id) on delete cascade,
      position integer not null,
      content ${bytes} not null,
      primary key (upload_id, position)
    ) ${tableOptions}`,
    `create table photo_requests (
      ref_number text not null,
      number integer not null,
      shots text not null,
      words text,
      at ${instant} not null,
      user_id text not null references users (id),
      primary key (ref_number, number)
    ) ${tableOptions}`,
  ];
}

function saleTables({ instant, flag, bigint, tableOptions }: Dialect): string[] {
  return [
    `create table offers (
      ref_number text not null,
      number integer not null,
      state text not null,
      content text not null,
      content_hash text not null,
      amount_cents ${bigint} not null,
      valid_until text not null,
      queued_at ${instant} not null,
      undo_until ${instant} not null,
      changed_at ${instant} not null,
      user_id text not null references users (id),
      primary key (ref_number, number)
    ) ${tableOptions}`,
    "create index offers_pending on offers (ref_number, undo_until) where state = 'pending'",
    "create index offers_by_time on offers (queued_at)",
    `create table pick_ups (
      id text primary key not null,
      ref_number text not null,
      number integer not null,
      state text not null check (state in ('arranged', 'missed', 'done', 'cancelled')),
      from_at ${instant} not null,
      until_at ${instant} not null,
      pay text not null check (pay in ('account', 'cash')),
      account text check ((account is not null) = (pay = 'account')),
      is_gst_registered ${flag} not null,
      accepted_at ${instant} not null,
      changed_at ${instant} not null,
      foreign key (ref_number, number) references offers (ref_number, number)
    ) ${tableOptions}`,
    "create unique index pick_ups_by_reference on pick_ups (ref_number) where state <> 'cancelled'",
    "create index pick_ups_all_by_reference on pick_ups (ref_number, accepted_at)",
    `create table machines (
      number integer primary key not null,
      ref_number text not null unique,
      name text not null,
      vin text,
      registration text,
      gst text not null,
      price_cents ${bigint} not null,
      bought_on text not null,
      hold_until text not null
    ) ${tableOptions}`,
    "create index machines_by_hold on machines (hold_until, number)",
    `create table purchases (
      id text primary key not null,
      ref_number text not null,
      machine_number integer not null references machines (number),
      sealed text not null,
      bought_on text not null,
      price_cents ${bigint} not null,
      gst text not null,
      at ${instant} not null,
      user_id text not null references users (id),
      corrects text references purchases (id)
    ) ${tableOptions}`,
    "create unique index purchases_first on purchases (ref_number) where corrects is null",
    "create index purchases_by_reference on purchases (ref_number, at)",
    "create index purchases_by_machine on purchases (machine_number, at)",
  ];
}
