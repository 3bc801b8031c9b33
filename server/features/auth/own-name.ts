import type { FastifyInstance } from "fastify";

import { ownNameField } from "#domain/accounts.ts";
import { deskEndpoints } from "#domain/desk-wire.ts";
import { isNameless } from "#domain/reply-text.ts";
import { fieldsParser } from "#domain/submission-values.ts";
import { refuse } from "#server/platform/http/errors.ts";
import { readFields } from "#server/platform/http/read-fields.ts";
import { recordAudit } from "#server/services/audit/audit-log.ts";
import type { Services } from "#server/services/services.ts";

import { forStaff } from "./permissions.ts";

const parse = fieldsParser({ full_name: ownNameField });

/** Lets a user say the name that signs their replies. */
export function ownNameRoute(server: FastifyInstance, services: Services): void {
  server.post(
    deskEndpoints.ownName,
    forStaff(services, async ({ user }, request, reply) => {
      const read = readFields(parse, request.body);
      if (!read.ok) return refuse(request, reply, read.refusal);
      const [name = ""] = Object.values(read.values);
      if (isNameless(name))
        return refuse(request, reply, { status: 400, message: "Enter your own name", field: "full_name" });
      await services.database.write(async (tx) => {
        await tx.updateTable("users").set({ full_name: name }).where("id", "=", user.id).execute();
        await recordAudit(tx, services, { event: "name-changed", actor: user.id });
      });
      return { success: true };
    }),
  );
}
