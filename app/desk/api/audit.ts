import { type AuditPage, auditPageSchema } from "#domain/audit.ts";
import { deskEndpoints } from "#domain/desk-wire.ts";

import { panelCall } from "./panel-call.ts";

/** A page of the audit list, the newest first. `filter` holds group, person and reference, `before` a number. */
export function auditPage(filter: URLSearchParams, before: number | null): Promise<AuditPage> {
  const query = new URLSearchParams(filter);
  if (before !== null) query.set("before", String(before));
  return panelCall(auditPageSchema, `${deskEndpoints.audit}?${query}`);
}
