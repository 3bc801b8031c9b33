import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import { deskMessages } from "#domain/desk-wire.ts";
import { messages } from "#domain/messages.ts";
import type { Challenge } from "#domain/proof-of-work.ts";
import type { RecordError } from "#domain/wire.ts";
import { DatabaseFull, DatabaseUnavailable, UnusableText } from "#server/platform/database/database.ts";
import { HashingQueueFull } from "#server/platform/passwords/passwords.ts";

import { messagePage } from "./html.ts";

/** `{success, error}`, or as PostgREST does, or a page. */
export type ErrorFormat = "call" | "record" | "page";

declare module "fastify" {
  interface FastifyContextConfig {
    errorFormat?: ErrorFormat;
    isStream?: boolean;
  }
}

export interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly code?: string; // For routes that speak PostgREST.
  readonly details?: string;
  readonly field?: string;
  readonly retryAfterSeconds?: number;
  readonly challenge?: Challenge;
}

export function refuse(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  if (refusal.retryAfterSeconds !== undefined) reply.header("retry-after", refusal.retryAfterSeconds);
  reply.status(refusal.status);
  const format = formatOf(request);
  if (format === "record") return reply.send(recordError(refusal));
  if (format === "page") return messagePage(reply, refusal.message, request.id);
  const { message, field, challenge } = refusal;
  return reply.send({ success: false, error: message, field, request_id: request.id, challenge });
}

function recordError(refusal: Refusal): RecordError {
  const { code = "PGRST000", message, details } = refusal;
  return { code, message, details: details ?? null, hint: null };
}

function formatOf({ routeOptions, url }: FastifyRequest): ErrorFormat {
  if (routeOptions.config.errorFormat !== undefined) return routeOptions.config.errorFormat;
  if (url.startsWith("/rest/")) return "record";
  return url.startsWith("/forms/") ? "page" : "call";
}

/** The log has the request id that the visitor sees. */
export function handleErrors(server: FastifyInstance): void {
  server.setErrorHandler<FastifyError>((error, request, reply) => {
    const isForm = error.statusCode === 415 && formatOf(request) === "page";
    const refusal = isForm ? unreadableForm : asRefusal(error, request);
    if (refusal.status >= 500) request.log.error({ err: error }, "request failed");
    if (refusal.status === 413 || refusal.status === 408) reply.header("connection", "close");
    return refuse(request, reply, refusal);
  });
}

const unreadableForm: Refusal = { status: 415, message: "The form could not be read" };

const badRequests: Readonly<Record<number, { message: string; code: string }>> = {
  400: { message: "The request could not be read", code: "PGRST102" },
  413: { message: "The request is too large", code: "PGRST102" },
  415: { message: "The request must be JSON (Content-Type: application/json)", code: "PGRST102" },
};

function asRefusal(error: FastifyError, request: FastifyRequest): Refusal {
  if (error instanceof DatabaseUnavailable) {
    const message = error instanceof DatabaseFull ? whenFull(request) : messages.unexpected;
    return { status: 503, message, code: "PGRST001", retryAfterSeconds: 5 };
  }
  if (error instanceof HashingQueueFull) {
    const { retryAfterSeconds } = error;
    return { status: 429, message: deskMessages.tooManyPasswords, retryAfterSeconds };
  }
  if (error instanceof UnusableText) {
    return { status: 400, message: "The request contains characters that cannot be used", code: "22021" };
  }
  const status = error.statusCode ?? 500;
  const known = badRequests[status];
  if (known !== undefined) return { status, ...known };
  if (status >= 400 && status < 500) return { status, message: "The request was refused", code: "PGRST102" };
  return { status: 500, message: messages.unexpected, code: "XX000" };
}

function whenFull(request: FastifyRequest): string {
  if (formatOf(request) === "page") return "Nothing was saved: our server has no room right now";
  return request.url.startsWith("/functions/") ? messages.diskFull : messages.unexpected;
}
