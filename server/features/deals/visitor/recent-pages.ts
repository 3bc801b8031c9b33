import type { IncomingMessage, ServerResponse } from "node:http";

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import { dealPath } from "#domain/deals/link.ts";
import type { Database } from "#server/platform/database/database.ts";
import { chooseEncoding } from "#server/platform/http/compression.ts";
import { OnePiece } from "#server/platform/http/one-piece.ts";
import type { PageLog } from "#server/platform/observability/page-log.ts";

interface RecentPagesServices {
  readonly database: Pick<Database, "version">;
  now(): Date;
}

const keptAtMost = 100;

/**
 * The pages of deals that were made within this second, to be sent again. Making one takes a millisecond of the only
 * thread, so a link that is loaded again and again would slow down every form. Any commit empties it, so only the
 * clock can make a page out of date, for less than a second. On PostgreSQL, only a query could tell, so nothing is kept
 * (decision 034).
 */
export class RecentPages {
  readonly #services: RecentPagesServices;
  readonly #log: PageLog;
  readonly #pages = new Map<string, OnePiece>();
  #state: string | null = null;

  constructor(services: RecentPagesServices, log: PageLog) {
    this.#services = services;
    this.#log = log;
  }

  /** Runs before the router. Returns false if the page has to be made. */
  send(request: IncomingMessage, response: ServerResponse): boolean {
    const { method = "", url = "" } = request;
    if (this.#pages.size === 0 || method !== "GET" || this.#stateNow() !== this.#state) return false;
    const page = this.#pages.get(keyOf(url, request));
    if (page === undefined) return false;
    page.send(request, response);
    this.#log.note(method, `${dealPath}/:ref/:key`, 200);
    return true;
  }

  /** Keeps what these routes show from now on. */
  keepFrom(server: FastifyInstance): void {
    const begun = new WeakMap<FastifyRequest, string | null>();
    server.addHook("onRequest", async (request) => void begun.set(request, this.#stateNow()));
    server.addHook("onSend", async (request, reply, body) => {
      const isPage = request.method === "GET" && reply.statusCode === 200 && Buffer.isBuffer(body);
      // If anything has been committed since it began, the page may show what was before.
      const state = begun.get(request);
      if (!isPage || state === null || state !== this.#stateNow()) return;
      if (state !== this.#state) this.#pages.clear();
      this.#state = state;
      if (this.#pages.size >= keptAtMost) return;
      this.#pages.set(keyOf(request.originalUrl, request.raw), inOnePiece(reply.getHeaders(), body));
    });
  }

  #stateNow(): string | null {
    const { database } = this.#services;
    const version = database.version();
    return version === null ? null : `${version} in ${Math.floor(this.#services.now().getTime() / 1000)}`;
  }
}

/** Without the query, which only the invoice reads: a link with another one each time costs no more. */
function keyOf(url: string, { headers }: IncomingMessage): string {
  const [path = "", query] = url.split("?", 2);
  const asked = path.endsWith("/invoice") ? new URLSearchParams(query).getAll("number") : [];
  return `${chooseEncoding(headers["accept-encoding"])} ${path} ${asked.join(" ")}`;
}

function inOnePiece(sent: ReturnType<FastifyReply["getHeaders"]>, body: Buffer): OnePiece {
  const headers = Object.entries({ ...sent, "content-length": body.length });
  const ofEveryRequest = headers.filter(([name]) => name !== "x-request-id");
  return new OnePiece(
    ofEveryRequest.flatMap(([name, value]) => [name, String(value)]),
    body,
  );
}
