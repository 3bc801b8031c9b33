import type { FastifyInstance } from "fastify";
import * as v from "valibot";

import { deskEndpoints } from "#domain/desk-wire.ts";
import { lastListSchema } from "#domain/wire.ts";
import { type Refusal, refuse } from "#server/platform/http/errors.ts";
import type { Services } from "#server/services/services.ts";

import { forStaff } from "./permissions.ts";

const unreadable: Refusal = { status: 400, message: "The list could not be read" };

/** Keeps the list that a user last chose: their next sign-in, on any device, begins with it. */
export function lastListRoute(server: FastifyInstance, services: Services): void {
  server.put(
    deskEndpoints.lastList,
    forStaff(services, async ({ user }, request, reply) => {
      const parsed = v.safeParse(lastListSchema, request.body);
      if (!parsed.success) return refuse(request, reply, unreadable);
      const list = JSON.stringify(parsed.output);
      await services.database.write((tx) =>
        tx.updateTable("users").set({ last_list: list }).where("id", "=", user.id).execute(),
      );
      return { success: true };
    }),
  );
}
