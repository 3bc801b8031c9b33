import type { ColumnTypes } from "./001-initial.ts";

export function contactAndVehicles(types: ColumnTypes): string[] {
  const recordColumns = `
      id text primary key not null,
      ref_number text not null unique,
      status text not null check (status in ('new', 'in_progress', 'completed', 'cancelled')),
      created_at ${types.instant} not null,
      updated_at ${types.instant},
      adopted ${types.flag} not null default ${types.no}`;
  return [
    `create table contact_messages (${recordColumns},
      full_name text not null,
      email text not null,
      phone text,
      subject text not null,
      message text not null
    ) ${types.tableOptions}`,
    "create index contact_messages_newest on contact_messages (created_at, id)",
    "create index contact_messages_by_status on contact_messages (status)",
    `create table vehicle_submissions (${recordColumns},
      file_urls ${types.list} not null,
      full_name text not null,
      email text not null,
      phone text not null,
      vehicle_type text not null check (vehicle_type in ('ATV', 'Motorcycle')),
      make text not null,
      model text not null,
      year integer not null check (year between 1900 and 9999),
      condition text not null
        check (condition in ('running', 'running-issues', 'not-running', 'damaged', 'parts-only')),
      description text,
      price_expectation ${types.money} check (price_expectation between 0 and 10000000),
      location text not null
    ) ${types.tableOptions}`,
    "create index vehicle_submissions_newest on vehicle_submissions (created_at, id)",
    "create index vehicle_submissions_by_status on vehicle_submissions (status)",
  ];
}
