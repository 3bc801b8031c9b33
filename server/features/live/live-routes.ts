import type { FastifyInstance, FastifyRequest } from "fastify";
import * as v from "valibot";

import { deskCalls } from "#domain/desk-wire.ts";
import { tabSchema } from "#domain/live.ts";
import { isReferenceNumber } from "#domain/reference-number.ts";
import { forEveryRole } from "#server/features/auth/permissions.ts";
import type { Refusal } from "#server/platform/http/errors.ts";
import type { Log } from "#server/platform/observability/log.ts";
import type { Services } from "#server/services/services.ts";

import { LiveClient, openEventStream } from "./live-client.ts";
import { LiveHub } from "./live-hub.ts";

const eventSchema = v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number));
const querySchema = v.object({
  tab: tabSchema,
  record: v.optional(v.custom<string>(isReferenceNumber)),
  /** The last event that the client has received. */
  after: v.optional(eventSchema),
});

const unreadable: Refusal = { status: 400, message: "Could not read tab, record or after" };
const full: Refusal = { status: 429, message: "Too many open tabs", retryAfterSeconds: 60 };

export function liveRoutes(server: FastifyInstance, services: Services, log: Log): void {
  const hub = new LiveHub({ ...services, log });
  server.addHook("preClose", () => hub.close());

  const stream = forEveryRole(services, async ({ user, sessionId }, request, reply) => {
    const query = readQuery(request);
    if (query === null) return { refusal: unreadable };
    const tab = { userId: user.id, id: query.tab };
    if (hub.isFull(tab, sessionId)) return { refusal: full };
    // A client that left during the session lookup would never be removed: "close" has fired already.
    if (reply.raw.closed) return reply.hijack();
    const response = openEventStream(reply, () => void hub.leave(client));
    const lastEvent = lastEventId(request) ?? query.after ?? null;
    const client = new LiveClient(tab, sessionId, lastEvent, response);
    await hub.join(client, query.record ?? null);
    return reply;
  });
  server.get(deskCalls.liveStream.path, { exposeHeadRoute: false, config: { isStream: true } }, stream);

  const poll = forEveryRole(services, ({ user }, request) => {
    const query = readQuery(request);
    if (query === null) return { refusal: unreadable };
    return hub.poll({ userId: user.id, id: query.tab }, query.record ?? null, query.after ?? null);
  });
  server.get(deskCalls.liveUpdates.path, { exposeHeadRoute: false }, poll);

  const setOpenRecord = forEveryRole(services, async ({ user }, request, reply) => {
    const query = readQuery(request);
    if (query === null) return { refusal: unreadable };
    await hub.setOpenRecord({ userId: user.id, id: query.tab }, query.record ?? null);
    return reply.status(204).send();
  });
  server.post(deskCalls.livePlace.path, setOpenRecord);
}

function readQuery(request: FastifyRequest): v.InferOutput<typeof querySchema> | null {
  const parsed = v.safeParse(querySchema, request.query);
  return parsed.success ? parsed.output : null;
}

/** The header of a browser that reconnects by itself. */
function lastEventId(request: FastifyRequest): number | null {
  const parsed = v.safeParse(eventSchema, request.headers["last-event-id"]);
  return parsed.success ? parsed.output : null;
}
