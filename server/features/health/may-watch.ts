import { timingSafeEqual } from "node:crypto";

import type { FastifyRequest } from "fastify";

const forwardingHeaders = ["forwarded", "via", "x-forwarded-for", "x-forwarded-proto", "x-real-ip"];
const loopbackAddress = /^(?:::ffff:)?127\.|^::1$/;
const loopbackName = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/**
 * Whether a request comes from a person or program on this machine. A proxy on the same box makes strangers
 * look like that, so nothing forwarded counts. A page of another site in a browser on this machine can
 * rebind its own name to loopback, so the name that was asked for counts as well.
 */
export function isFromThisMachine({ headers, socket }: FastifyRequest): boolean {
  const isForwarded = forwardingHeaders.some((name) => headers[name] !== undefined);
  return (
    !isForwarded && loopbackAddress.test(socket.remoteAddress ?? "") && loopbackName.test(headers.host ?? "")
  );
}

/** Whether a request brings the installation's METRICS_TOKEN. False if none is set. */
export function hasToken({ headers }: FastifyRequest, token: string | null): boolean {
  return token !== null && sameText(headers.authorization ?? "", `Bearer ${token}`);
}

function sameText(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
