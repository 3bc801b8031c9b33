import formbody from "@fastify/formbody";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as v from "valibot";

import { dealPath } from "#domain/deals/mails.ts";
import { photosPath } from "#domain/deals/photos.ts";
import { saleCalls } from "#domain/deals/sale-calls.ts";
import { hasLeft } from "#domain/deals/versions.ts";
import { partLabel, partNumber } from "#domain/stock/part.ts";
import { forEveryRole } from "#server/features/auth/permissions.ts";
import { readDeal } from "#server/features/deals/deal/read-deal.ts";
import {
  namePhoto,
  readDealPhotos,
  shotSchema,
  whyNoMore,
} from "#server/features/deals/photos/deal-photos.ts";
import { keepPhoto } from "#server/features/deals/photos/keep-photo.ts";
import { photoRefusals, unlessUnable } from "#server/features/deals/photos/photo-refusal.ts";
import { noteOpened, removePhoto } from "#server/features/deals/photos/remove-photo.ts";
import { changeEither } from "#server/features/deals/sales/offers.ts";
import { type Refusal, refuse } from "#server/platform/http/errors.ts";
import { fieldsIn } from "#server/platform/http/read-request.ts";
import { formType, streamBodies, withFormFile } from "#server/platform/http/streamed-body.ts";
import { PhotosUnreachable } from "#server/services/photos/photo-store.ts";
import type { Services } from "#server/services/services.ts";

import { forVisitor, type Visit } from "./find-visit.ts";
import { missingDealPage, sendDocument } from "./pages/document.ts";
import type { PageProblem } from "./pages/page-view.ts";
import { photoPage } from "./pages/photo-page.ts";
import { refusals, unlessUnsaved } from "./refusals.ts";

/**
 * The page on which a visitor takes photos, its forms without scripts, and photos as JPEGs, `?w=320` for the small ones: all
 * of them for staff, for visitors their own and those of their quote. A visitor can take one out.
 */
export async function photoRoutes(server: FastifyInstance, services: Services): Promise<void> {
  const deal = `${dealPath}/:ref/:key`;
  const asPage = { config: { errorFormat: "page" } } as const;
  const sendPage = forVisitor(services, (visit) => sendPhotoPage(services, visit, null));
  server.get(deal + photosPath, asPage, sendPage);
  const receive = forVisitor(services, (visit) => receiveForm(services, visit));
  await streamBodies(server, formType, (forms) => forms.post(deal + photosPath, asPage, receive));
  await server.register(async (forms) => {
    await forms.register(formbody);
    const remove = forVisitor(services, (visit) => receiveRemoval(services, visit));
    forms.post(`${deal}${photosPath}/remove`, asPage, remove);
  });
  server.get(
    `${saleCalls.photo.path}/:id`,
    forEveryRole(services, async (_, request, reply) => {
      const found = await photosNamed(services, request).executeTakeFirst();
      const isSeen = request.method === "GET" && !isSmall(request);
      if (found?.opened_at === null && isSeen) await noteOpened(services, found.id);
      return sendPhoto(services, request, reply, found?.id);
    }),
  );
  server.get(
    `${deal}/photo/:id`,
    forVisitor(services, async (visit) =>
      sendPhoto(services, visit.request, visit.reply, await visitorsPhoto(services, visit)),
    ),
  );
}

async function sendPhotoPage(
  services: Services,
  { request, reply, reference, path }: Visit,
  refusal: (PageProblem & Pick<Refusal, "status" | "retryAfterSeconds">) | null,
): Promise<FastifyReply> {
  const { database, now, photoScript: script } = services;
  const photos = await database.snapshot((db) => readDealPhotos(db, reference, now()));
  if (photos === null) return sendDocument(services, reply, 404, missingDealPage());
  const { sent, removed } = fieldsIn(request.query);
  const page = photoPage({
    ...photos,
    reference,
    path,
    script,
    done: removed === "1" ? "removed" : sent === "1" ? "sent" : null,
    problem: refusal,
  });
  if (refusal?.retryAfterSeconds !== undefined) reply.header("retry-after", refusal.retryAfterSeconds);
  return sendDocument(services, reply, refusal?.status ?? 200, page);
}

async function receiveForm(services: Services, visit: Visit): Promise<FastifyReply> {
  const { request, reply, reference, path } = visit;
  const outcome = await withFormFile(request.raw, "photo", ({ fields, bytes }) =>
    unlessUnable(services, async () => {
      services.disk.requireRoom();
      const refusal = await services.database.write((tx) => whyNoMore(tx, services, reference));
      if (refusal !== null) return { refusal };
      const shot = v.parse(shotSchema, fields["shot"]);
      const facts = { id: null, ref_number: reference, kind: "visitor", user_id: null } as const;
      return keepPhoto(services, { ...facts, shot }, bytes);
    }),
  );
  if (outcome !== null && "ok" in outcome) return reply.redirect(`${path}${photosPath}?sent=1`, 303);
  const why = outcome?.refusal ?? photoRefusals.empty;
  return sendPhotoPage(services, visit, { ...why, title: "That photo was not taken", text: why.message });
}

/** A second press finds the photo gone, and says so. */
async function receiveRemoval(services: Services, visit: Visit): Promise<FastifyReply> {
  const { request, reply, reference, path } = visit;
  const { id, confirm } = fieldsIn(request.body);
  if (confirm !== "on") return sendPhotoPage(services, visit, refusals.noConfirmation);
  const title = "That photo was not taken out";
  const outcome = await unlessUnsaved(request, title, () =>
    changeEither(services, { reference, userId: null }, (work) => removePhoto(work, String(id))),
  );
  if (outcome === null) return sendDocument(services, reply, 404, missingDealPage());
  if ("ok" in outcome) return reply.redirect(`${path}${photosPath}?removed=1`, 303);
  const { refusal } = outcome;
  const problem = "text" in refusal ? refusal : { ...refusal, title, text: refusal.message };
  return sendPhotoPage(services, visit, problem);
}

const paramsSchema = v.object({ id: v.string() });

/** Finds a photo by its id, or by the hash that a quote names. */
function photosNamed({ database }: Services, { params }: FastifyRequest) {
  const { id } = v.parse(paramsSchema, params);
  const photos = database.reader.selectFrom("photos").select(["id", "kind", "sha256", "opened_at"]);
  return photos.where((photo) => photo.or([photo("id", "=", id), photo("sha256", "=", id)]));
}

/** Finds visitors' own photos, and those of parts once a version that names them has left: taken for it, or of our stock. */
async function visitorsPhoto(services: Services, { request, reference }: Visit): Promise<string | undefined> {
  const named = photosNamed(services, request);
  const own = await named.where("ref_number", "=", reference).executeTakeFirst();
  if (own !== undefined && own.kind !== "part") return own.id;
  const deal = await readDeal(services.database.reader, reference);
  const left = deal?.versions.filter((version) => hasLeft(version, services.now())) ?? [];
  const labels = left.flatMap(({ content }) => content.lines.flatMap(({ item_label: label }) => label ?? []));
  const stock = labels.flatMap((label) => partNumber(label) ?? []).map(partLabel);
  const photo = own ?? (await named.where("ref_number", "in", ["", ...stock]).executeTakeFirst());
  return photo !== undefined && namePhoto(left, photo.sha256) ? photo.id : undefined;
}

/** Photos are not cached: none stays on a shared computer, or after an erasure. */
async function sendPhoto(
  { photos }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  id: string | undefined,
): Promise<FastifyReply> {
  const size = isSmall(request) ? "small" : "large";
  const bytes = id === undefined ? null : await photos.read(id, size).catch(notNow);
  if (bytes === undefined) return refuse(request, reply, photoRefusals.notShown);
  if (bytes === null) return refuse(request, reply, photoRefusals.noPhoto);
  return reply.type("image/jpeg").send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}

const isSmall = ({ query }: FastifyRequest) => fieldsIn(query)["w"] === "320";

function notNow(error: unknown): undefined {
  if (!(error instanceof PhotosUnreachable)) throw error;
}
