import type { FastifyInstance } from "fastify";
import * as v from "valibot";

import { deskEndpoints } from "#domain/desk-wire.ts";
import { refuse } from "#server/platform/http/errors.ts";
import type { Services } from "#server/services/services.ts";

import { confirmSession } from "./confirmation.ts";
import { forAdmins, incomplete } from "./signed-in.ts";

const proofSchema = v.strictObject({
  password: v.pipe(v.string(), v.minLength(1), v.maxLength(4096)),
  code: v.optional(v.pipe(v.string(), v.maxLength(64))),
});

/** Takes the password again, and the code with two-step sign-in, before dangerous actions. */
export function confirmationRoute(server: FastifyInstance, services: Services): void {
  server.post(
    deskEndpoints.confirmation,
    forAdmins(services, async (who, request, reply) => {
      const proof = v.safeParse(proofSchema, request.body);
      if (!proof.success) return refuse(request, reply, incomplete);
      const refusal = await confirmSession(services, who, proof.output);
      request.log.info({ outcome: refusal === null ? "confirmed" : "refused" }, "confirmation");
      return refusal === null ? { success: true } : refuse(request, reply, refusal);
    }),
  );
}
