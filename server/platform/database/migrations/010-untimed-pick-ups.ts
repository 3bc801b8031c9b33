import type { Dialect } from "./dialect.ts";

/** Pick-ups whose time is arranged once the offer is accepted. SQLite can't take `not null` off a column. */
export function untimedPickUps({ instant, flag, tableOptions }: Dialect): string[] {
  return [
    `create table untimed_pick_ups (
      id text primary key not null,
      ref_number text not null,
      number integer not null,
      state text not null check (state in ('arranged', 'missed', 'done', 'cancelled')),
      from_at ${instant},
      until_at ${instant} check ((until_at is null) = (from_at is null)),
      pay text not null check (pay in ('account', 'cash')),
      account text check ((account is not null) = (pay = 'account')),
      is_gst_registered ${flag} not null,
      accepted_at ${instant} not null,
      changed_at ${instant} not null,
      foreign key (ref_number, number) references offers (ref_number, number)
    ) ${tableOptions}`,
    "insert into untimed_pick_ups select * from pick_ups",
    "drop table pick_ups",
    "alter table untimed_pick_ups rename to pick_ups",
    "create unique index pick_ups_by_reference on pick_ups (ref_number) where state <> 'cancelled'",
    "create index pick_ups_all_by_reference on pick_ups (ref_number, accepted_at)",
  ];
}
