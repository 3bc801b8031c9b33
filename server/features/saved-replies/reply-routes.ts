import type { FastifyInstance } from "fastify";
import * as v from "valibot";

import { deskEndpoints } from "#domain/desk-wire.ts";
import { replyFields, savedRepliesAtMost, unknownPlaceholders } from "#domain/saved-reply.ts";
import { fieldsParser } from "#domain/submission-values.ts";
import { forStaff } from "#server/features/auth/permissions.ts";
import { type Refusal, refuse } from "#server/platform/http/errors.ts";
import { readFields } from "#server/platform/http/read-fields.ts";
import type { Services } from "#server/services/services.ts";

import { addReply, changeReply, deleteReply, listReplies } from "./saved-replies.ts";

const replyId = v.object({ id: v.pipe(v.string(), v.uuid()) });
const gone: Refusal = { status: 404, message: "That reply has been deleted meanwhile" };

/** Texts that staff answer with. Every admin reads and edits them. */
export function replyRoutes(server: FastifyInstance, services: Services): void {
  const { database } = services;
  const url = deskEndpoints.savedReplies;

  server.get(
    url,
    forStaff(services, () => listReplies(database.reader)),
  );

  server.post(
    url,
    forStaff(services, async ({ user }, request, reply) => {
      const draft = readDraft(request.body);
      if (!draft.ok) return refuse(request, reply, draft.refusal);
      const added = await database.write((tx) => addReply(tx, services, user.id, draft.values));
      if (added !== null) return reply.status(201).send(added);
      const message = `There are ${savedRepliesAtMost} saved replies already: delete one first`;
      return refuse(request, reply, { status: 409, message });
    }),
  );

  server.put(
    `${url}/:id`,
    forStaff(services, async ({ user }, request, reply) => {
      const target = v.safeParse(replyId, request.params);
      const draft = readDraft(request.body);
      if (!draft.ok) return refuse(request, reply, draft.refusal);
      if (!target.success) return refuse(request, reply, gone);
      const wanted = { ...target.output, ...draft.values };
      const changed = await database.write((tx) => changeReply(tx, services, user.id, wanted));
      return changed ?? refuse(request, reply, gone);
    }),
  );

  server.delete(
    `${url}/:id`,
    forStaff(services, async ({ user }, request, reply) => {
      const target = v.safeParse(replyId, request.params);
      if (!target.success) return refuse(request, reply, gone);
      const { id } = target.output;
      const isDeleted = await database.write((tx) => deleteReply(tx, services, user.id, id));
      return isDeleted ? { success: true } : refuse(request, reply, gone);
    }),
  );
}

const parseDraft = fieldsParser(replyFields);

function readDraft(body: unknown): ReturnType<typeof readFields<{ title: string; body: string }>> {
  const draft = readFields(parseDraft, body);
  if (!draft.ok) return draft;
  const [stranger] = unknownPlaceholders(draft.values.body);
  if (stranger === undefined) return draft;
  const message = `{${stranger.slice(0, 40)}} is not a placeholder`;
  return { ok: false, refusal: { status: 400, message, field: "body" } };
}
