import type { FastifyInstance } from "fastify";
import * as v from "valibot";

import { type AccountChange, accountChangeSchema, newAccountFields } from "#domain/accounts.ts";
import { deskEndpoints, deskMessages } from "#domain/desk-wire.ts";
import { fieldsParser } from "#domain/submission-values.ts";
import { type Refusal, refuse } from "#server/platform/http/errors.ts";
import { idIn, readFields } from "#server/platform/http/read-fields.ts";
import type { Services } from "#server/services/services.ts";

import {
  addUser,
  giveFirstPassword,
  listAccounts,
  type OwnerOutcome,
  setDisabled,
  setOwner,
} from "./manage-users.ts";
import { forOwners, forOwnersWithRecentPassword } from "./permissions.ts";

const refusals: Readonly<Record<Exclude<OwnerOutcome, "done">, Refusal>> = {
  unknown: { status: 404, message: "There is no such user who may sign in" },
  disabled: { status: 409, message: deskMessages.disabledOwner },
  "last-owner": { status: 409, message: deskMessages.lastOwner },
};

export function userRoutes(server: FastifyInstance, services: Services): void {
  server.get(
    deskEndpoints.users,
    forOwners(services, () => listAccounts(services.database.reader)),
  );
  addUserRoute(server, services);
  changeUserRoute(server, services);
  firstPasswordRoute(server, services);
}

function addUserRoute(server: FastifyInstance, services: Services): void {
  const parseNewAccount = fieldsParser(newAccountFields);
  server.post(
    deskEndpoints.users,
    forOwnersWithRecentPassword(services, async ({ user }, request, reply) => {
      const body = readFields(parseNewAccount, request.body);
      if (!body.ok) return refuse(request, reply, body.refusal);
      const password = await addUser(services, user.id, body.values);
      if (password !== null) return reply.status(201).send({ password });
      const message = "Someone here already has this e-mail address";
      return refuse(request, reply, { status: 409, message, field: "email" });
    }),
  );
}

function changeUserRoute(server: FastifyInstance, services: Services): void {
  server.patch(
    `${deskEndpoints.users}/:id`,
    forOwnersWithRecentPassword(services, async ({ user }, request, reply) => {
      const id = idIn(request);
      const change = v.safeParse(accountChangeSchema, request.body);
      if (id === null) return refuse(request, reply, refusals.unknown);
      if (!change.success) {
        const message = "Change either disabled or is_owner, to true or false";
        return refuse(request, reply, { status: 400, message });
      }
      const outcome = await changeUser(services, user.id, id, change.output);
      return outcome === "done" ? { success: true } : refuse(request, reply, refusals[outcome]);
    }),
  );
}

function changeUser(
  services: Services,
  actor: string,
  id: string,
  change: AccountChange,
): Promise<OwnerOutcome> {
  return "disabled" in change
    ? setDisabled(services, actor, id, change.disabled)
    : setOwner(services, actor, id, change.is_owner);
}

function firstPasswordRoute(server: FastifyInstance, services: Services): void {
  server.post(
    `${deskEndpoints.users}/:id/first-password`,
    forOwnersWithRecentPassword(services, async ({ user }, request, reply) => {
      const id = idIn(request);
      if (id === null) return refuse(request, reply, refusals.unknown);
      const outcome = await giveFirstPassword(services, user.id, id);
      if (outcome.kind === "given") return { password: outcome.password };
      return refuse(request, reply, refusals[outcome.kind]);
    }),
  );
}
