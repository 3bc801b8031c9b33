import type { FastifyReply, FastifyRequest } from "fastify";
import * as v from "valibot";

import { messages } from "#domain/messages.ts";
import { isReferenceNumber } from "#domain/reference-number.ts";
import { forStaff } from "#server/features/auth/permissions.ts";
import { type FoundRecord, recordByReference } from "#server/features/records/record-by-reference.ts";
import { RecordGone } from "#server/features/records/record-events.ts";
import type { UserRow } from "#server/platform/database/tables.ts";
import { type Refusal, refuse } from "#server/platform/http/errors.ts";
import type { Services } from "#server/services/services.ts";

export const noRecord: Refusal = { status: 404, message: messages.recordMissing };

interface Asked {
  readonly found: FoundRecord;
  readonly user: UserRow;
}

export type RecordHandler = (asked: Asked, request: FastifyRequest, reply: FastifyReply) => unknown;

/** Who did something, and when. */
export interface By {
  readonly userId: string;
  readonly at: Date;
}

/** A handler for staff about the record that `reference` in the query names. The handler may throw RecordGone. */
export function forRecord(services: Services, handler: RecordHandler) {
  return forStaff(services, async ({ user }, request, reply) => {
    const { reference } = v.parse(v.looseObject({ reference: v.optional(v.unknown()) }), request.query);
    const { reader } = services.database;
    const found = isReferenceNumber(reference) ? await recordByReference(reader, reference) : null;
    if (found === null) return refuse(request, reply, noRecord);
    try {
      return await handler({ found, user }, request, reply);
    } catch (error) {
      if (error instanceof RecordGone) return refuse(request, reply, noRecord);
      throw error;
    }
  });
}

/** A handler that does what the body says. If `act` returns a text, that is why it could not. */
export function actionOn<Schema extends v.GenericSchema<unknown, object>>(
  services: Services,
  schema: Schema,
  act: (
    services: Services,
    found: FoundRecord,
    input: v.InferOutput<Schema> & By,
  ) => Promise<string | null | void>,
  unreadable?: string,
) {
  return forRecord(services, async ({ found, user }, request, reply) => {
    const body = v.safeParse(schema, request.body);
    if (!body.success) {
      const message = unreadable ?? body.issues[0].message;
      return refuse(request, reply, { status: 400, message });
    }
    const problem = await act(services, found, { ...body.output, userId: user.id, at: services.now() });
    if (typeof problem === "string") return refuse(request, reply, { status: 409, message: problem });
    return { success: true };
  });
}
