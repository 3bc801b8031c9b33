import { randomUUID } from "node:crypto";

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as v from "valibot";

import { dealPath } from "#domain/deals/mails.ts";
import { photosPath, shotNames } from "#domain/deals/photos.ts";
import { saleEndpoints } from "#domain/deals/sale-wire.ts";
import { forStaff } from "#server/features/auth/permissions.ts";
import { hasLeft } from "#server/features/deals/deal/deal-state.ts";
import { readDeal } from "#server/features/deals/deal/read-deal.ts";
import { keepPhoto } from "#server/features/deals/photos/keep-photo.ts";
import {
  type PhotoRefusal,
  photoRefusals,
  unlessUnable,
} from "#server/features/deals/photos/photo-refusal.ts";
import { whyNoMore } from "#server/features/deals/photos/photo-uploads.ts";
import type { Query } from "#server/platform/database/database.ts";
import { type Refusal, refuse } from "#server/platform/http/errors.ts";
import { readMultipart } from "#server/platform/http/multipart.ts";
import { idIn } from "#server/platform/http/read-request.ts";
import type { Services } from "#server/services/services.ts";

import { forVisitor, type Visit } from "./find-visit.ts";
import { missingDealPage, sendDocument } from "./pages/document.ts";
import { photoPage } from "./pages/photo-page.ts";
import { loadPhotoView } from "./photo-view.ts";

const paramsSchema = v.object({ id: v.string() });
const noPhoto: Refusal = { status: 404, message: "There is no such photo" };

/** The form of the photo page without scripts, and photos as JPEGs, `?w=320` for the small ones: all of them for staff, for visitors their own and those of their quote. */
export async function photoRoutes(server: FastifyInstance, services: Services): Promise<void> {
  await server.register(async (forms) => {
    forms.removeAllContentTypeParsers();
    // The handler reads the bytes as they come.
    forms.addContentTypeParser("multipart/form-data", (_request, _payload, done) => done(null));
    forms.post(
      `${dealPath}/:ref/:key${photosPath}`,
      { config: { errorFormat: "page" } },
      forVisitor(services, (visit) => takePhoto(services, visit)),
    );
  });
  server.get(
    `${saleEndpoints.photo}/:id`,
    forStaff(services, async (_, request, reply) => {
      const { id } = v.parse(paramsSchema, request.params);
      const photos = services.database.reader.selectFrom("photos").select("id");
      const found = photos.where((photo) => photo.or([photo("id", "=", id), photo("sha256", "=", id)]));
      return sendPhoto(services, request, reply, (await found.executeTakeFirst())?.id ?? null);
    }),
  );
  server.get(
    `${dealPath}/:ref/:key/photo/:id`,
    forVisitor(services, async (visit) =>
      sendPhoto(services, visit.request, visit.reply, await visitorsPhoto(services, visit)),
    ),
  );
}

async function takePhoto(services: Services, visit: Visit): Promise<FastifyReply> {
  const { reply, reference, path } = visit;
  const refusal = await receiveForm(services, visit);
  if (refusal === null) return reply.redirect(`${path}${photosPath}?sent=1`, 303);
  const view = await loadPhotoView(services, reference, { path, problem: refusal.message });
  if (view === null) return sendDocument(services, reply, 404, missingDealPage);
  return sendDocument(services, reply, refusal.status, photoPage(view));
}

const shotSchema = v.fallback(v.nullable(v.picklist(shotNames)), null);

async function receiveForm(services: Services, { request, reference }: Visit): Promise<PhotoRefusal | null> {
  const form = await readMultipart(request.raw, "photo").catch(() => null);
  if (form === null) return photoRefusals.empty;
  const { fields, bytes, skipRest } = form;
  const outcome = await unlessUnable(services, async () => {
    const refusal = await whyNoMore(services.database.reader, reference, services.now());
    if (refusal !== null) return { refusal };
    const shot = v.parse(shotSchema, fields["shot"]);
    const facts = { id: randomUUID(), ref_number: reference, kind: "visitor", user_id: null } as const;
    return keepPhoto(services, { ...facts, shot }, bytes);
  });
  skipRest();
  return "refusal" in outcome ? outcome.refusal : null;
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
  const { id: sha256 } = v.parse(paramsSchema, request.params);
  if (!(await isQuoted(services, reader, reference, sha256))) return null;
  const part = photos.where("kind", "=", "part").where("sha256", "=", sha256);
  return (await part.executeTakeFirst())?.id ?? null;
}

async function isQuoted({ now }: Services, db: Query, reference: string, sha256: string): Promise<boolean> {
  const deal = await readDeal(db, reference);
  const left = deal?.versions.filter((version) => hasLeft(version, now())) ?? [];
  return left.some(({ content }) => content.lines.some(({ photos = [] }) => photos.includes(sha256)));
}
