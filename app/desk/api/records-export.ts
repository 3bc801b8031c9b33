import { deskEndpoints, type RecordsExport } from "#domain/desk-wire.ts";

import { type LoadedFile, deskFile } from "./desk-call.ts";
import { listQuery } from "./list-query.ts";
import type { ListContext, ListView } from "./list-view.ts";

/** A list as a CSV file: every record of it, in its order. */
export function exportList(list: ListView, context: ListContext): Promise<LoadedFile> {
  const query = listQuery(list, context);
  return deskFile(deskEndpoints.recordsExport, { table: list.table, query } satisfies RecordsExport);
}
