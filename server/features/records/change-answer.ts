import type { FastifyReply, FastifyRequest } from "fastify";

import { messages } from "#domain/messages.ts";
import { type Refusal, refuse } from "#server/platform/http/errors.ts";

import type { ChangeOutcome } from "./change-record.ts";

export const noRecord: Refusal = { status: 404, message: messages.recordMissing };

const changedMeanwhile: Refusal = { status: 412, message: messages.recordChanged };

/** What staff hear of a change: the record's new version, or why nothing was changed. */
export function answerChange(request: FastifyRequest, reply: FastifyReply, outcome: ChangeOutcome): unknown {
  if (outcome.kind === "missing") return refuse(request, reply, noRecord);
  if (outcome.kind === "stale") return refuse(request, reply, changedMeanwhile);
  return { success: true, version: outcome.record["version"] };
}
