import type { FastifyInstance } from "fastify";
import * as v from "valibot";

import { deskEndpoints } from "#domain/desk-wire.ts";
import { callBackSchema, newReplySchema } from "#domain/desk.ts";
import { isNameless, replyProblem } from "#domain/reply-text.ts";
import { type Refusal, refuse } from "#server/platform/http/errors.ts";
import type { Services } from "#server/services/services.ts";

import { actionOn, forRecord, type RecordHandler } from "./for-record.ts";
import { replyUndoEnd, resendReply, sendReply, takeReplyBack } from "./send-reply.ts";

const unreadable: Refusal = { status: 400, message: "The reply could not be read" };
const noName = "Add your name first: it signs your replies";

export function customerReplyRoutes(server: FastifyInstance, services: Services): void {
  server.post(deskEndpoints.reply, forRecord(services, replyTo(services)));
  server.post(deskEndpoints.replyBack, actionOn(services, callBackSchema, takeReplyBack, unreadable.message));
  server.post(deskEndpoints.replyAgain, actionOn(services, callBackSchema, resendReply, unreadable.message));
}

function replyTo(services: Services): RecordHandler {
  return async ({ found, user }, request, reply) => {
    const parsed = v.safeParse(newReplySchema, request.body);
    if (!parsed.success) return refuse(request, reply, unreadable);
    const problem = isNameless(user.full_name) ? noName : replyProblem(parsed.output.text);
    if (problem !== null) return refuse(request, reply, { status: 422, message: problem });
    const at = services.now();
    await sendReply(services, found, { ...parsed.output, userId: user.id, at });
    const { key } = parsed.output;
    const undoUntil = await replyUndoEnd(services.database.reader, found, { key, now: at });
    return { success: true, undo_until: undoUntil };
  };
}
