import type { Dialect } from "./dialect.ts";

/** Parts in stock, machines that stood in the yard before, how many pieces of a part an order holds, and what machines brought. */
export function parts(dialect: Dialect): string[] {
  const { engine, instant, flag, bigint, tableOptions } = dialect;
  const isHeld = engine === "sqlite" ? "held = 1" : "held";
  const word = engine === "sqlite" ? "text" : `text collate "C"`; // Found by their beginnings.
  return [
    ...["ref_number", "gst", "price_cents", "bought_on", "hold_until"].map(
      (column) => `alter table machines alter column ${column} drop not null`,
    ),
    "alter table machines add column make text not null default ''",
    "alter table machines add column model text not null default ''",
    "alter table machines add column year integer",
    "alter table machines add column vehicle_type text not null default 'ATV' check (vehicle_type in ('ATV', 'Motorcycle'))",
    "alter table machines add column state text not null default 'standing' check (state in ('standing', 'stripped', 'sold', 'gone'))",
    "alter table machines add column note text not null default ''",
    ...["make", "model", "year", "vehicle_type"].map(
      (column) =>
        `update machines set ${column} = (select ${column} from vehicle_submissions as sale where sale.ref_number = machines.ref_number)
        where exists (select 1 from vehicle_submissions as sale where sale.ref_number = machines.ref_number)`,
    ),
    `create table parts (
      number integer primary key not null,
      id text not null unique,
      name text not null,
      part_key text not null,
      kind text,
      machine_number integer references machines (number),
      make text not null,
      model text not null,
      year integer,
      fits text not null,
      grade text check (grade in ('A', 'B', 'C')),
      condition text not null,
      shelf text not null,
      price_cents ${bigint} check (price_cents > 0),
      weight text check (weight in ('S', 'M', 'L')),
      quantity integer not null check (quantity >= 0),
      state text not null check (state in ('on_machine', 'on_shelf', 'sold', 'gone')),
      reason text check ((reason is not null) = (state = 'gone')),
      is_public ${flag} not null,
      was_public ${flag} not null,
      photo text,
      version integer not null,
      since ${instant} not null,
      shelved_at ${instant},
      sold_at ${instant},
      changed_at ${instant} not null,
      user_id text references users (id)
    ) ${tableOptions}`,
    "create index parts_by_state on parts (state, number)",
    "create index parts_by_machine on parts (machine_number, number)",
    "create index parts_by_shelf on parts (shelf, number)",
    "create index parts_by_sale on parts (sold_at) where sold_at is not null",
    "create index parts_by_value on parts (state, price_cents, quantity)",
    "create index parts_by_key on parts (part_key, number)",
    `create table part_fits (
      number integer not null references parts (number),
      part_key text not null,
      make text not null,
      model text not null,
      from_year integer,
      to_year integer
    ) ${tableOptions}`,
    "create index part_fits_by_model on part_fits (model, part_key, number)",
    "create index part_fits_by_age on part_fits (model, number)",
    "create index part_fits_by_make on part_fits (make, number)",
    "create index part_fits_by_part on part_fits (number)",
    `create table part_words (
      word ${word} not null,
      number integer not null references parts (number),
      primary key (word, number)
    ) ${engine === "sqlite" ? "strict, without rowid" : tableOptions}`,
    `create table stock_imports (
      id text primary key not null,
      content text not null,
      user_id text not null references users (id),
      created_at ${instant} not null
    ) ${tableOptions}`,
    `create table removed_part_photos (id text primary key not null) ${tableOptions}`,
    `create table asked_parts (
      number ${bigint} not null references quote_requests (number) on delete cascade,
      make text not null,
      model text not null,
      part_key text not null,
      part_number integer
    ) ${tableOptions}`,
    "create index asked_parts_by_request on asked_parts (number)",
    // A chore writes down what the requests from before ask for.
    "insert into unread_records (reference) select ref_number from quote_requests where true on conflict do nothing",
    `create table quoted_parts (
      number ${bigint} not null references quote_requests (number) on delete cascade,
      part_number integer not null references parts (number),
      pieces integer not null,
      primary key (number, part_number)
    ) ${tableOptions}`,
    "create index quoted_parts_by_part on quoted_parts (part_number)",
    numbersAfterLabels(engine),
    "alter table order_items add column part_number integer references parts (number)",
    "alter table order_items add column pieces integer",
    "drop index order_items_held",
    `create unique index order_items_held on order_items (item_label) where ${isHeld} and part_number is null`,
    // SQLite would not use one of the held rows alone: queries send the flag as a parameter.
    "create index order_items_of_parts on order_items (part_number) where part_number is not null",
    `create table machine_sales (
      order_id text not null references orders (id),
      machine_number integer not null references machines (number),
      cents ${bigint} not null,
      primary key (order_id, machine_number)
    ) ${tableOptions}`,
    "create index machine_sales_by_machine on machine_sales (machine_number)",
    soldBefore(dialect),
  ];
}

/** Shelf labels that look like ours are in use: the first part gets a number after them. */
function numbersAfterLabels(engine: Dialect["engine"]): string {
  const isOurs =
    engine === "sqlite"
      ? "item_label glob 'P[0-9]*' and item_label not glob 'P*[^0-9]*' and length(item_label) < 8"
      : "item_label ~ '^P[0-9]{1,6}$'";
  return `insert into document_numbers (kind, last)
    select 'part', max(cast(substr(item_label, 2) as integer)) from order_items where ${isOurs} having count(*) > 0`;
}

/** Orders of before: the lines off a machine that the customer chose. */
function soldBefore({ engine }: Dialect): string {
  const isLite = engine === "sqlite";
  const lines = isLite
    ? "json_each(version.content, '$.lines') as line"
    : "jsonb_array_elements(version.content::jsonb -> 'lines') as line (value)";
  const text = (name: string) =>
    isLite ? `json_extract(line.value, '$.${name}')` : `line.value ->> '${name}'`;
  const number = (name: string) => `cast(${text(name)} as ${isLite ? "integer" : "bigint"})`;
  return `insert into machine_sales (order_id, machine_number, cents)
    select orders.id, machines.number, sum(${number("quantity")} * ${number("unit_cents")})
    from orders
    join quote_versions as version on version.ref_number = orders.ref_number and version.number = orders.number
    cross join ${lines}
    join machines on machines.number = ${number("machine_number")}
    where ${text("kind")} = 'fixed' or orders.selection like '%"' || (${text("id")}) || '"%'
    group by orders.id, machines.number`;
}
