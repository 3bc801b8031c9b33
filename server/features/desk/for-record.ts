import type { FastifyReply, FastifyRequest } from "fastify";
import * as v from "valibot";

import { messages } from "#domain/messages.ts";
import { isReferenceNumber } from "#domain/reference-number.ts";
import { forStaff } from "#server/features/auth/permissions.ts";
import { type FoundRecord, recordByReference } from "#server/features/records/record-by-reference.ts";
import type { UserRow } from "#server/platform/database/tables.ts";
import { type Refusal, refuse } from "#server/platform/http/errors.ts";
import type { Services } from "#server/services/services.ts";

export const noRecord: Refusal = { status: 404, message: messages.recordMissing };

interface Asked {
  readonly found: FoundRecord;
  readonly user: UserRow;
}

export type RecordHandler = (asked: Asked, request: FastifyRequest, reply: FastifyReply) => unknown;

/** A handler for staff about the record that `reference` in the query names. */
export function forRecord(services: Services, handler: RecordHandler) {
  return forStaff(services, async ({ user }, request, reply) => {
    const { reference } = v.parse(v.looseObject({ reference: v.optional(v.unknown()) }), request.query);
    const { reader } = services.database;
    const found = isReferenceNumber(reference) ? await recordByReference(reader, reference) : null;
    return found === null ? refuse(request, reply, noRecord) : handler({ found, user }, request, reply);
  });
}
