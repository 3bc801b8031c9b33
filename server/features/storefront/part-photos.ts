import type { FastifyReply, FastifyRequest } from "fastify";

import { partNumber } from "#domain/stock/part.ts";
import { isAmong, shownParts } from "#server/features/deals/parts/public-parts.ts";
import { partsIn } from "#server/features/deals/parts/read-parts.ts";
import { photoRefusals } from "#server/features/deals/photos/photo-refusal.ts";
import { refuse } from "#server/platform/http/errors.ts";
import { fieldsIn } from "#server/platform/http/read-request.ts";
import { PhotosUnreachable } from "#server/services/photos/photo-store.ts";
import { PictureLate, webPicture } from "#server/services/pictures/pictures.ts";
import type { Services } from "#server/services/services.ts";

import { Memory } from "./memory.ts";

const bytesMost = 8 * 1024 * 1024;

/** Shows the photos of parts that are public, or have been. A photo never changes, so browsers keep it. */
export function partPhotos(services: Services) {
  const made = new Memory<Uint8Array>(bytesMost);
  const making = new Map<string, Promise<void>>();
  const make = async (id: string) => {
    const kept = await services.photos.read(id, "large");
    const web = kept && (await webPicture(services.pictures, kept));
    if (web === null) return;
    made.set(`${id}-800`, web.content, web.content.length);
    made.set(`${id}-320`, web.preview, web.preview.length);
  };
  const madeOnce = (id: string) => {
    const running = making.get(id) ?? make(id).finally(() => making.delete(id));
    making.set(id, running);
    return running;
  };
  const read = async (id: string, size: string) => {
    if (size === "1600") return services.photos.read(id, "large");
    if (made.get(`${id}-${size}`) === undefined) await madeOnce(id);
    return made.get(`${id}-${size}`) ?? null;
  };
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const file = String(fieldsIn(request.params)["file"]);
    const [, id, size = ""] =
      /^([\w-]{36})-(320(?=\.webp)|800(?=\.webp)|1600(?=\.jpg))\.\w+$/.exec(file) ?? [];
    if (id === undefined || !(await isPublic(services, id)))
      return refuse(request, reply, photoRefusals.noPhoto);
    const bytes = await read(id, size).catch(notNow);
    if (bytes === undefined) return refuse(request, reply, photoRefusals.notShown);
    if (bytes === null) return refuse(request, reply, photoRefusals.noPhoto);
    return reply
      .header("cache-control", "public, max-age=31536000, immutable")
      .type(size === "1600" ? "image/jpeg" : "image/webp")
      .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  };
}

async function isPublic({ database: { reader }, now }: Services, id: string): Promise<boolean> {
  const photo = await reader
    .selectFrom("photos")
    .select("ref_number")
    .where("id", "=", id)
    .where("kind", "=", "part")
    .executeTakeFirst();
  const number = partNumber(photo?.ref_number ?? "");
  if (number === null) return false;
  return (
    (await isAmong(partsIn(reader).where("was_public", "=", true), number)) ||
    isAmong(shownParts(reader, now()), number)
  );
}

function notNow(error: unknown): undefined {
  if (!(error instanceof PhotosUnreachable) && !(error instanceof PictureLate)) throw error;
}
