import * as v from "valibot";

import { submissions } from "./submissions.ts";

/** Asks for a file of records: the list of a kind, filtered, ordered and searched as `rest/v1` would be asked. */
export const recordsExportSchema = v.strictObject({
  table: v.picklist(submissions.map(({ table }) => table)),
  query: v.pipe(v.string(), v.maxLength(4000)),
});
export type RecordsExport = v.InferOutput<typeof recordsExportSchema>;
