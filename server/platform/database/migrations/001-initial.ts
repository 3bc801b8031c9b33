export interface ColumnTypes {
  readonly instant: string;
  readonly money: string;
  readonly flag: string;
  readonly no: string;
  readonly list: string;
  readonly bigint: string;
  readonly tableOptions: string;
}

/** The lists below are checked against the domain by a test. */
export function initial(types: ColumnTypes): string[] {
  return [
    `create table users (
      id text primary key not null,
      email text not null unique,
      full_name text not null,
      role text not null check (role in ('admin')),
      password_hash text not null,
      created_at ${types.instant} not null,
      disabled_at ${types.instant}
    ) ${types.tableOptions}`,
    `create table sessions (
      id text primary key not null,
      user_id text not null references users (id),
      counter integer not null,
      created_at ${types.instant} not null,
      rotated_at ${types.instant} not null,
      ended_at ${types.instant}
    ) ${types.tableOptions}`,
    "create index sessions_by_user on sessions (user_id)",
    `create table limits (
      name text primary key not null,
      resets_at ${types.bigint} not null,
      count integer not null
    ) ${types.tableOptions}`,
    `create table attempts (
      ref_number text primary key not null,
      form_type text not null,
      key text unique,
      fingerprint text not null,
      state text not null check (state in ('sending', 'refused', 'unknown', 'mailed', 'stored')),
      created_at ${types.instant} not null,
      updated_at ${types.instant} not null,
      sealed text check ((sealed is not null) = (state = 'mailed')),
      error_class text
    ) ${types.tableOptions}`,
    "create index attempts_waiting on attempts (updated_at) where state in ('sending', 'mailed')",
    `create table quote_requests (
      id text primary key not null,
      ref_number text not null unique,
      status text not null check (status in ('new', 'in_progress', 'completed', 'cancelled')),
      created_at ${types.instant} not null,
      updated_at ${types.instant},
      full_name text not null,
      phone text not null,
      email text not null,
      make text not null,
      model text not null,
      year integer not null check (year between 1980 and 9999),
      vin text,
      part_needed text not null,
      condition_preference text check (condition_preference in ('A', 'B', 'C')),
      budget ${types.money} check (budget between 0 and 10000000),
      delivery_address text not null,
      notes text,
      consent ${types.flag},
      file_urls ${types.list} not null,
      adopted ${types.flag} not null default ${types.no}
    ) ${types.tableOptions}`,
    "create index quote_requests_newest on quote_requests (created_at, id)",
    "create index quote_requests_by_status on quote_requests (status)",
  ];
}
