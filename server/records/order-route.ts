import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import * as v from "valibot";

import { submissions } from "#domain/submissions.ts";
import { endpoints } from "#domain/wire.ts";

import { signedOut, userOfRequest } from "../auth/auth-routes.ts";
import { refuse } from "../http/errors.ts";
import type { Services } from "../services.ts";

const orderSchema = v.object({
  table: v.picklist(submissions.map(({ table }) => table)),
  id: v.pipe(v.string(), v.uuid()),
  order_placed: v.boolean(),
});

/**
 * `POST /functions/v1/order-placed`: staff note that a record led to an order, so that it is kept beyond
 * 24 months. A call of its own, since an update of the record may change nothing but its status.
 */
export function orderRoute(server: FastifyInstance, { database, ...services }: Services): void {
  server.post(endpoints.orderPlaced, async (request, reply) => {
    const user = await userOfRequest({ database, ...services }, request);
    if (user === null) return refuse(request, reply, signedOut);
    const parsed = v.safeParse(orderSchema, request.body);
    if (!parsed.success) {
      const message = "table, id and order_placed (true or false) are required";
      return refuse(request, reply, { status: 400, message });
    }
    const { table, id, order_placed: placed } = parsed.output;
    const { rows } = await database.write((tx) =>
      sql`update ${sql.table(table)} set order_placed = ${placed} where id = ${id} returning id`.execute(tx),
    );
    if (rows.length === 0) return refuse(request, reply, { status: 404, message: "There is no such record" });
    return reply.status(204).send();
  });
}
