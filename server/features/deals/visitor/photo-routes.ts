import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as v from "valibot";

import { dealPath } from "#domain/deals/mails.ts";
import { saleEndpoints } from "#domain/deals/sale-wire.ts";
import { forStaff } from "#server/features/auth/permissions.ts";
import { hasLeft } from "#server/features/deals/deal/deal-state.ts";
import { readDeal } from "#server/features/deals/deal/read-deal.ts";
import type { Query } from "#server/platform/database/database.ts";
import { type Refusal, refuse } from "#server/platform/http/errors.ts";
import { idIn } from "#server/platform/http/read-request.ts";
import type { Services } from "#server/services/services.ts";

import { forVisitor, type Visit } from "./find-visit.ts";

const noPhoto: Refusal = { status: 404, message: "There is no such photo" };

/** Photos as JPEGs, `?w=320` for the small ones: all of them for staff, for visitors their own and those of their quote. */
export function photoRoutes(server: FastifyInstance, services: Services): void {
  server.get(
    `${saleEndpoints.photo}/:id`,
    forStaff(services, async (_, request, reply) => {
      const id = idIn(request);
      const photos = services.database.reader
        .selectFrom("photos")
        .select("id")
        .where("id", "=", id ?? "");
      return sendPhoto(services, request, reply, (await photos.executeTakeFirst())?.id ?? null);
    }),
  );
  server.get(
    `${dealPath}/:ref/:key/photo/:id`,
    forVisitor(services, async (visit) =>
      sendPhoto(services, visit.request, visit.reply, await visitorsPhoto(services, visit)),
    ),
  );
}

/** Not cached: nothing of it stays on a shared computer, or after an erasure. */
async function sendPhoto(
  { photos }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  id: string | null,
): Promise<FastifyReply> {
  const isSmall = v.is(v.object({ w: v.literal("320") }), request.query);
  const bytes = id === null ? null : await photos.read(id, isSmall ? "small" : "large");
  if (bytes === null) return refuse(request, reply, noPhoto);
  return reply.type("image/jpeg").send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}

/** Their own by its id; one of a part by its hash, once a version that names it has left. Null for any other. */
async function visitorsPhoto(services: Services, { request, reference }: Visit): Promise<string | null> {
  const { reader } = services.database;
  const photos = reader.selectFrom("photos").select("id").where("ref_number", "=", reference);
  const id = idIn(request);
  if (id !== null) {
    const own = photos.where("kind", "=", "visitor").where("id", "=", id);
    return (await own.executeTakeFirst())?.id ?? null;
  }
  const { id: sha256 } = v.parse(v.object({ id: v.string() }), request.params);
  if (!(await isQuoted(services, reader, reference, sha256))) return null;
  const part = photos.where("kind", "=", "part").where("sha256", "=", sha256);
  return (await part.executeTakeFirst())?.id ?? null;
}

async function isQuoted({ now }: Services, db: Query, reference: string, sha256: string): Promise<boolean> {
  const deal = await readDeal(db, reference);
  const left = deal?.versions.filter((version) => hasLeft(version, now())) ?? [];
  return left.some(({ content }) => content.lines.some(({ photos = [] }) => photos.includes(sha256)));
}
