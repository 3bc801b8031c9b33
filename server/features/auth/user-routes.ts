import type { FastifyInstance } from "fastify";
import * as v from "valibot";

import { accountChangeSchema, newAccountFields, type PasswordLink } from "#domain/accounts.ts";
import { deskEndpoints } from "#domain/desk-wire.ts";
import { fieldsParser } from "#domain/submission-values.ts";
import { refuse } from "#server/platform/http/errors.ts";
import { idIn, readFields } from "#server/platform/http/read-request.ts";
import type { Services } from "#server/services/services.ts";

import { wrongPassword } from "./own-account.ts";
import { forOwners, incomplete } from "./permissions.ts";
import { addUser, chooseByLink, listAccounts, resetPassword, setDisabled, setOwner } from "./users.ts";

const parseNewAccount = fieldsParser(newAccountFields);

/** The users, for owners; and the link by which a user chooses a password. */
export function userRoutes(server: FastifyInstance, services: Services): void {
  server.get(
    deskEndpoints.users,
    forOwners(services, () => listAccounts(services.database.reader)),
  );
  server.post(
    deskEndpoints.users,
    forOwners(services, async ({ user }, request, reply) => {
      const body = readFields(parseNewAccount, request.body);
      if (!body.ok) return refuse(request, reply, body.refusal);
      const added = await addUser(services, user.id, body.values);
      if ("refusal" in added) return refuse(request, reply, added.refusal);
      return reply.status(201).send({ token: added.ok } satisfies PasswordLink);
    }),
  );
  changeUserRoute(server, services);
  resetRoutes(server, services);
}

function changeUserRoute(server: FastifyInstance, services: Services): void {
  server.patch(
    `${deskEndpoints.users}/:id`,
    forOwners(services, async ({ user }, request, reply) => {
      const change = v.safeParse(accountChangeSchema, request.body);
      if (!change.success) return refuse(request, reply, incomplete);
      const wanted = change.output;
      const id = idIn(request) ?? "";
      // An unattended browser must not lock everybody out.
      if ("disabled" in wanted && wanted.disabled) {
        const wrong = await wrongPassword(services, user, wanted.password ?? "");
        if (wrong !== null) return refuse(request, reply, wrong);
      }
      const outcome =
        "disabled" in wanted
          ? await setDisabled(services, user.id, id, wanted.disabled)
          : await setOwner(services, user.id, id, wanted.is_owner);
      return "refusal" in outcome ? refuse(request, reply, outcome.refusal) : { success: true };
    }),
  );
}

const text = v.pipe(v.string(), v.minLength(1), v.maxLength(4096));
const choiceSchema = v.object({ token: text, password: text });

function resetRoutes(server: FastifyInstance, services: Services): void {
  server.post(
    `${deskEndpoints.users}/:id/password-link`,
    forOwners(services, async ({ user }, request, reply) => {
      const reset = await resetPassword(services, user.id, idIn(request) ?? "");
      if ("refusal" in reset) return refuse(request, reply, reset.refusal);
      return { token: reset.ok } satisfies PasswordLink;
    }),
  );
  server.post(deskEndpoints.choosePassword, async (request, reply) => {
    const body = v.safeParse(choiceSchema, request.body);
    if (!body.success) return refuse(request, reply, incomplete);
    const outcome = await chooseByLink(services, body.output.token, body.output.password);
    return "refusal" in outcome ? refuse(request, reply, outcome.refusal) : { success: true };
  });
}
