import type { FastifyInstance } from "fastify";
import * as v from "valibot";

import { newAccountFields } from "#domain/accounts.ts";
import { panelEndpoints, panelMessages } from "#domain/panel-wire.ts";
import { fieldsParser } from "#domain/submission-schema.ts";

import { type Refusal, refuse } from "../http/errors.ts";
import { readFields } from "../http/read-fields.ts";
import type { Services } from "../services.ts";
import { addUser, giveFirstPassword, listAccounts, setDisabled } from "./manage-users.ts";
import { forAdmins, withOwnPassword } from "./signed-in.ts";

const userId = v.object({ id: v.pipe(v.string(), v.uuid()) });
const accountChange = v.object({ disabled: v.boolean() });
const unknown: Refusal = { status: 404, message: "There is no such user who may sign in" };

/** Who may sign in: every admin adds and disables users. */
export function userRoutes(server: FastifyInstance, services: Services): void {
  const parseNewAccount = fieldsParser(newAccountFields);

  server.get(
    panelEndpoints.users,
    forAdmins(services, () => listAccounts(services.database.reader)),
  );

  server.post(
    panelEndpoints.users,
    withOwnPassword(services, async ({ user }, request, reply) => {
      const body = readFields(parseNewAccount, request.body, ["password"]);
      if (!body.ok) return refuse(request, reply, body.refusal);
      const password = await addUser(services, user.id, body.values);
      if (password !== null) return reply.status(201).send({ password });
      const message = "Somebody here has this e-mail address already";
      return refuse(request, reply, { status: 409, message, field: "email" });
    }),
  );

  server.patch(
    `${panelEndpoints.users}/:id`,
    forAdmins(services, async ({ user }, request, reply) => {
      const target = v.safeParse(userId, request.params);
      const change = v.safeParse(accountChange, request.body);
      if (!target.success) return refuse(request, reply, unknown);
      if (!change.success)
        return refuse(request, reply, { status: 400, message: "Only disabled can be changed" });
      const outcome = await setDisabled(services, user.id, target.output.id, change.output.disabled);
      if (outcome === "unknown") return refuse(request, reply, unknown);
      if (outcome === "last-one")
        return refuse(request, reply, { status: 409, message: panelMessages.lastAdmin });
      return { success: true };
    }),
  );

  server.post(
    `${panelEndpoints.users}/:id/first-password`,
    withOwnPassword(services, async ({ user }, request, reply) => {
      const target = v.safeParse(userId, request.params);
      const password = target.success ? await giveFirstPassword(services, user.id, target.output.id) : null;
      return password === null ? refuse(request, reply, unknown) : { password };
    }),
  );
}
