import { type Dialect, rowTrigger } from "./dialect.ts";

/** Photos to remove from the photo store, unnamed files there, and rendered PDFs (decision 045). */
export function photoFiles({ engine, instant, bytes, tableOptions }: Dialect): string[] {
  return [
    `create table photo_removals (
      id text primary key not null,
      due_at ${instant}
    ) ${tableOptions}`,
    ...rowTrigger(
      engine,
      "photos",
      "removed",
      "delete",
      "insert into photo_removals (id) values (old.id) on conflict (id) do update set due_at = null;",
    ),
    `create table stray_photos (
      id text primary key not null,
      seen_at ${instant} not null
    ) ${tableOptions}`,
    `create table document_pdfs (
      number text primary key not null references documents (number) on delete cascade,
      ref_number text not null,
      sealed ${bytes} not null
    ) ${tableOptions}`,
    "create index document_pdfs_by_reference on document_pdfs (ref_number)",
  ];
}
