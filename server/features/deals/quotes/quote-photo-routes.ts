import { randomUUID } from "node:crypto";

import type { FastifyInstance, FastifyRequest } from "fastify";

import { saleCalls } from "#domain/deals/sale-calls.ts";
import { isReferenceNumber } from "#domain/reference-number.ts";
import { forStaff } from "#server/features/auth/permissions.ts";
import type { CallOutcome } from "#server/features/deals/deal/change-deal.ts";
import { noDeal, referenceIn } from "#server/features/deals/deal/deal-route.ts";
import { photoIdOf } from "#server/features/deals/photos/keep-photo.ts";
import { photoRefusals, unlessUnable } from "#server/features/deals/photos/photo-refusal.ts";
import { removePhoto } from "#server/features/deals/photos/remove-photo.ts";
import { changeEither } from "#server/features/deals/sales/offers.ts";
import { photosOf } from "#server/features/deals/sales/read-sale.ts";
import { refuse } from "#server/platform/http/errors.ts";
import { fieldsIn } from "#server/platform/http/read-request.ts";
import { formType, streamBodies, withFormFile } from "#server/platform/http/streamed-body.ts";
import type { Services } from "#server/services/services.ts";

import { addLinePhoto, removeLinePhoto } from "./quote-photos.ts";

/** Photos of parts, which staff take for the lines of a quote; and any photo taken out by staff. */
export async function quotePhotoRoutes(server: FastifyInstance, services: Services): Promise<void> {
  server.get(
    saleCalls.quotePhotos.path,
    forStaff(services, async (_, request, reply) => {
      const reference = referenceIn(request);
      return reference === null
        ? refuse(request, reply, noDeal)
        : { photos: await photosOf(services.database.reader, reference, "part") };
    }),
  );
  for (const [url, remove] of [
    [saleCalls.quotePhotoRemoval.path, removeLinePhoto],
    [saleCalls.photoRemoval.path, removeAnyPhoto],
  ] as const) {
    const handler = forStaff(services, ({ user }, request) =>
      remove(services, String(fieldsIn(request.query)["id"]), user.id),
    );
    server.delete(url, handler);
  }
  const receive = forStaff(services, ({ user }, request) => takePhoto(services, request, user.id));
  await streamBodies(server, formType, (forms) => forms.post(saleCalls.quotePhoto.path, receive));
}

/** A photo of a part leaves the draft, as from its line. */
async function removeAnyPhoto(services: Services, id: string, userId: string): Promise<CallOutcome> {
  const photos = services.database.reader.selectFrom("photos").select(["ref_number", "kind"]);
  const photo = await photos.where("id", "=", id).executeTakeFirst();
  if (photo?.kind === "part") return removeLinePhoto(services, id, userId);
  if (photo === undefined) return { refusal: photoRefusals.noPhoto };
  const options = { reference: photo.ref_number, userId };
  const removed = await changeEither(services, options, (work) => removePhoto(work, id));
  return removed ?? { refusal: photoRefusals.noPhoto };
}

async function takePhoto(services: Services, request: FastifyRequest, userId: string): Promise<CallOutcome> {
  const outcome = await withFormFile(request.raw, "photo", async ({ fields, bytes }) => {
    const { ref: reference = "", line = "" } = fields;
    if (!isReferenceNumber(reference)) return { refusal: noDeal };
    const photo = { id: idOf(request, userId, reference), reference, line, userId };
    return unlessUnable(services, async () => {
      services.disk.requireRoom();
      return addLinePhoto(services, photo, bytes);
    });
  });
  return outcome ?? { refusal: photoRefusals.empty };
}

/** Calls with the same Idempotency-Key are about the same photo. */
function idOf({ headers }: FastifyRequest, userId: string, reference: string): string {
  const { "idempotency-key": key = "" } = headers;
  if (key === "") return randomUUID();
  return photoIdOf(`${userId} ${reference} ${String(key)}`);
}
