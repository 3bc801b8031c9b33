import type { FastifyInstance } from "fastify";
import * as v from "valibot";

import { submissions } from "#domain/forms/submissions.ts";
import { endpoints } from "#domain/wire.ts";
import { forAdmins } from "#server/features/auth/signed-in.ts";
import { refuse } from "#server/platform/http/errors.ts";
import type { Services } from "#server/services/services.ts";

import { changeRecordAudited } from "./audited-change.ts";
import { answerChange, noRecord } from "./change-answer.ts";
import { versionOf } from "./record-version.ts";

const orderSchema = v.object({
  table: v.picklist(submissions.map(({ table }) => table)),
  id: v.pipe(v.string(), v.uuid()),
  order_placed: v.boolean(),
});

/**
 * `POST /functions/v1/order-placed`: staff note that a record led to an order, so that it is kept beyond
 * 24 months. A call of its own, since an update of the record may change nothing but its status.
 */
export function orderRoute(server: FastifyInstance, services: Services): void {
  const handler = forAdmins(services, async ({ user }, request, reply) => {
    const parsed = v.safeParse(orderSchema, request.body);
    const version = versionOf(request);
    if (!parsed.success || version === "unreadable") {
      const message = "table, id and order_placed (true or false) are required";
      return refuse(request, reply, { status: 400, message });
    }
    const { table, id, order_placed: placed } = parsed.output;
    const submission = submissions.find((kind) => kind.table === table);
    if (submission === undefined) return refuse(request, reply, noRecord);
    const change = { order_placed: placed };
    const asked = { submission, id, change, version, userId: user.id, at: services.now() };
    return answerChange(request, reply, await changeRecordAudited(services, asked));
  });
  server.post(endpoints.orderPlaced, handler);
}
