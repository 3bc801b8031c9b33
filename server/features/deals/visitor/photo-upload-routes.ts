import { randomUUID } from "node:crypto";

import type { FastifyInstance } from "fastify";
import * as v from "valibot";

import { dealPath } from "#domain/deals/mails.ts";
import { photoBytesMost } from "#domain/deals/photos.ts";
import type { Outcome } from "#domain/outcome.ts";
import { shotSchema } from "#server/features/deals/photos/deal-photos.ts";
import { finishUpload } from "#server/features/deals/photos/finish-upload.ts";
import { unlessUnable, uploadRefusals } from "#server/features/deals/photos/photo-refusal.ts";
import { beginUpload, findUpload, keepPieces } from "#server/features/deals/photos/photo-uploads.ts";
import type { PhotoUploadRow } from "#server/platform/database/sale-tables.ts";
import { type Refusal, refuse } from "#server/platform/http/errors.ts";
import { idIn } from "#server/platform/http/read-request.ts";
import { bytesOf, streamBodies } from "#server/platform/http/streamed-body.ts";
import type { Services } from "#server/services/services.ts";

import { forVisitor, type Visit } from "./find-visit.ts";

const tusVersion = "1.0.0";

const abilities = {
  "tus-resumable": tusVersion,
  "tus-version": tusVersion,
  "tus-max-size": String(photoBytesMost),
  "tus-extension": "creation",
};

interface TusResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

type Handler = (services: Services, visit: Visit) => Promise<Outcome<TusResponse, Refusal>>;

/**
 * Takes photos of visitors by the tus protocol 1.0.0, its core and `creation` (https://tus.io/protocols/resumable-upload). Its
 * own servers give uploads out again by their address (decision 040).
 */
export async function photoUploadRoutes(server: FastifyInstance, services: Services): Promise<void> {
  const all = `${dealPath}/:ref/:key/photos/uploads`;
  const one = `${all}/:id`;
  const tus = (handler: Handler) => forVisitor(services, inTus(services, handler));
  const sendAbilities = forVisitor(services, async ({ reply }) =>
    reply.headers(abilities).status(204).send(),
  );
  await streamBodies(server, "application/offset+octet-stream", (uploads) => {
    uploads.post(all, tus(begin));
    uploads.head(one, tus(sendState));
    uploads.patch(one, tus(receive));
    for (const [url, allow] of [
      [all, "POST, OPTIONS"],
      [one, "HEAD, PATCH, OPTIONS"],
    ] as const) {
      const handler = forVisitor(services, async ({ request, reply }) =>
        refuse(request, reply.header("allow", allow), uploadRefusals.notReadable),
      );
      uploads.route({ method: ["GET", "DELETE"], url, exposeHeadRoute: false, handler });
      uploads.options(url, sendAbilities);
    }
  });
}

function inTus(services: Services, handler: Handler) {
  return async (visit: Visit) => {
    const { request, reply } = visit;
    reply.header("tus-resumable", tusVersion);
    if (request.headers["tus-resumable"] !== tusVersion)
      return refuse(request, reply.header("tus-version", tusVersion), uploadRefusals.otherVersion);
    const outcome = await unlessUnable(services, () => handler(services, visit));
    if ("refusal" in outcome) return refuse(request, reply, outcome.refusal);
    const { status, headers } = outcome.ok;
    return reply.status(status).headers(headers).send();
  };
}

const lengthSchema = v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number));
const metadataSchema = v.object({
  shot: shotSchema,
  id: v.fallback(v.pipe(v.string(), v.uuid(), v.toLowerCase()), () => randomUUID()),
});

async function begin(services: Services, { request, reference, path }: Visit) {
  const size = v.safeParse(lengthSchema, request.headers["upload-length"]);
  if (!size.success) return { refusal: uploadRefusals.noLength };
  services.disk.requireRoom();
  const named = v.parse(metadataSchema, metadataIn(request.headers["upload-metadata"]));
  const begun = await beginUpload(services, { ...named, ref_number: reference, size: size.output });
  if ("refusal" in begun) return begun;
  return { ok: { status: 201, headers: { location: `${path}/photos/uploads/${named.id}` } } };
}

/** `shot ZnJvbnQ=,id N2Ez…`: names with values in Base64. */
function metadataIn(header: string | string[] | undefined): Record<string, string> {
  const pairs = String(header ?? "")
    .split(",")
    .map((pair) => pair.trim().split(" "));
  return Object.fromEntries(
    pairs.map(([name = "", value = ""]) => [name, Buffer.from(value, "base64").toString()]),
  );
}

async function sendState(services: Services, visit: Visit) {
  const upload = await uploadIn(services, visit);
  if ("refusal" in upload) return upload;
  const { received, size } = upload.ok;
  const headers = { "upload-offset": String(received), "upload-length": String(size) };
  return { ok: { status: 200, headers } };
}

async function uploadIn(
  { database }: Services,
  { request, reference }: Visit,
): Promise<Outcome<PhotoUploadRow, Refusal>> {
  const id = idIn(request)?.toLowerCase() ?? "";
  const upload = await findUpload(database.reader, reference, id);
  if (upload === null) return { refusal: uploadRefusals.missing };
  return upload.problem === null ? { ok: upload } : { refusal: { status: 410, message: upload.problem } };
}

async function receive(services: Services, visit: Visit): Promise<Outcome<TusResponse, Refusal>> {
  const { raw, headers } = visit.request;
  const upload = await uploadIn(services, visit);
  if ("refusal" in upload) return upload;
  const { received, size } = upload.ok;
  if (headers["upload-offset"] !== String(received)) return { refusal: uploadRefusals.otherOffset };
  if (Number(headers["content-length"] ?? 0) > size - received) return { refusal: uploadRefusals.tooMuch };
  services.disk.requireRoom();
  const kept = await keepPieces(services, upload.ok, bytesOf(raw));
  if ("refusal" in kept) return kept;
  // Safe to repeat: the response to an earlier call may have been lost.
  const finished = kept.ok === size ? await finishUpload(services, upload.ok) : kept;
  if ("refusal" in finished) return finished;
  return { ok: { status: 204, headers: { "upload-offset": String(kept.ok) } } };
}
