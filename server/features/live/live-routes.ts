import type { FastifyInstance, FastifyRequest } from "fastify";
import * as v from "valibot";

import { deskEndpoints } from "#domain/desk-wire.ts";
import { tabSchema } from "#domain/live.ts";
import { isReferenceNumber } from "#domain/reference-number.ts";
import { forStaff } from "#server/features/auth/permissions.ts";
import { type Refusal, refuse } from "#server/platform/http/errors.ts";
import type { Log } from "#server/platform/observability/log.ts";
import type { Services } from "#server/services/services.ts";

import { openEventStream } from "./event-stream.ts";
import { LiveHub } from "./live-hub.ts";
import { Watcher } from "./watcher.ts";

const eventSchema = v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number));
const askedSchema = v.object({
  tab: tabSchema,
  /** The record that is open. */
  record: v.optional(v.custom<string>(isReferenceNumber)),
  /** The last event that the panel has heard of. */
  after: v.optional(eventSchema),
});

const unreadable: Refusal = { status: 400, message: "tab, record or after cannot be read" };
const full: Refusal = { status: 429, message: "Too many open panels", retryAfterSeconds: 60 };

/** What happens to records while somebody looks at them, and who looks at what. */
export function liveRoutes(server: FastifyInstance, services: Services, log: Log): void {
  const hub = new LiveHub({ ...services, log });
  server.addHook("preClose", () => hub.close());

  const stream = forStaff(services, async ({ user, sessionId }, request, reply) => {
    const asked = readAsked(request);
    if (asked === null) return refuse(request, reply, unreadable);
    const tab = { userId: user.id, id: asked.tab };
    if (hub.isFull(tab, sessionId)) return refuse(request, reply, full);
    // Whoever left while the session was looked up would stay for ever: that they go is told only once.
    if (reply.raw.closed) return reply.hijack();
    const events = openEventStream(reply, () => void hub.leave(watcher));
    const watcher = new Watcher(tab, sessionId, events);
    await hub
      .join(watcher, asked.record ?? null, lastEventId(request) ?? asked.after ?? null)
      .catch((error: unknown) => {
        log.warn({ err: error }, "a live stream could not begin");
        watcher.dismiss();
      });
    return reply;
  });
  server.get(deskEndpoints.liveStream, { exposeHeadRoute: false, config: { isStream: true } }, stream);

  const poll = forStaff(services, ({ user }, request, reply) => {
    const asked = readAsked(request);
    if (asked === null) return refuse(request, reply, unreadable);
    return hub.poll({ userId: user.id, id: asked.tab }, asked.record ?? null, asked.after ?? null);
  });
  server.get(deskEndpoints.liveNews, { exposeHeadRoute: false }, poll);

  const place = forStaff(services, async ({ user }, request, reply) => {
    const asked = readAsked(request);
    if (asked === null) return refuse(request, reply, unreadable);
    await hub.place({ userId: user.id, id: asked.tab }, asked.record ?? null);
    return reply.status(204).send();
  });
  server.post(deskEndpoints.livePlace, place);
}

function readAsked(request: FastifyRequest): v.InferOutput<typeof askedSchema> | null {
  const parsed = v.safeParse(askedSchema, request.query);
  return parsed.success ? parsed.output : null;
}

/** Where a browser connects again by itself, it says so in a header. */
function lastEventId(request: FastifyRequest): number | null {
  const parsed = v.safeParse(eventSchema, request.headers["last-event-id"]);
  return parsed.success ? parsed.output : null;
}
