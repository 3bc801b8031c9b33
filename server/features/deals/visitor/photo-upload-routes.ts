import { randomUUID } from "node:crypto";

import type { FastifyInstance, FastifyReply } from "fastify";
import * as v from "valibot";

import { dealPath } from "#domain/deals/mails.ts";
import { photoBytesMost, shotNames } from "#domain/deals/photos.ts";
import { finishUpload } from "#server/features/deals/photos/finish-upload.ts";
import { unlessUnable } from "#server/features/deals/photos/photo-refusal.ts";
import { beginUpload, findUpload, keepPieces } from "#server/features/deals/photos/photo-uploads.ts";
import type { PhotoUploadRow } from "#server/platform/database/sale-tables.ts";
import { type Refusal, refuse } from "#server/platform/http/errors.ts";
import { idIn } from "#server/platform/http/read-request.ts";
import type { Services } from "#server/services/services.ts";

import { forVisitor, type Visit } from "./find-visit.ts";

const tusVersion = "1.0.0";
const bytesType = "application/offset+octet-stream";

const otherVersion: Refusal = { status: 412, message: `Tus-Resumable must be ${tusVersion}` };
const noLength: Refusal = { status: 400, message: "Upload-Length must be the number of bytes" };
const noUpload: Refusal = { status: 404, message: "There is no such upload." };
const notReadable: Refusal = { status: 405, message: "An upload can’t be read back or deleted" };
const otherOffset: Refusal = { status: 409, message: "Upload-Offset is not where this upload goes on" };
const tooMuch: Refusal = { status: 413, message: "More bytes came than Upload-Length says" };

/**
 * Photos of a visitor by the tus protocol 1.0.0, its core and `creation` (https://tus.io/protocols/resumable-upload). Its
 * own servers give uploads out again by their address (decision 040).
 */
export async function photoUploadRoutes(server: FastifyInstance, services: Services): Promise<void> {
  await server.register(async (uploads) => {
    uploads.removeAllContentTypeParsers();
    // The handler reads the bytes as they come.
    uploads.addContentTypeParser(bytesType, (_request, _payload, done) => done(null));
    const all = `${dealPath}/:ref/:key/photos/uploads`;
    const one = `${all}/:id`;
    const tus = (handler: (visit: Visit) => Promise<FastifyReply>) => forVisitor(services, inTus(handler));
    for (const [url, allow] of [
      [all, "POST, OPTIONS"],
      [one, "HEAD, PATCH, OPTIONS"],
    ] as const) {
      const none = forVisitor(services, async ({ request, reply }) =>
        refuse(request, reply.header("allow", allow), notReadable),
      );
      uploads.options(
        url,
        forVisitor(services, async ({ reply }) => sendAbilities(reply)),
      );
      uploads.get(url, { exposeHeadRoute: false }, none);
      uploads.delete(url, none);
    }
    uploads.post(
      all,
      tus((visit) => begin(services, visit)),
    );
    uploads.head(
      one,
      tus((visit) => sendState(services, visit)),
    );
    uploads.patch(
      one,
      tus((visit) => receive(services, visit)),
    );
  });
}

function inTus(handler: (visit: Visit) => Promise<FastifyReply>) {
  return async (visit: Visit): Promise<FastifyReply> => {
    const { request, reply } = visit;
    reply.header("tus-resumable", tusVersion);
    if (request.headers["tus-resumable"] === tusVersion) return handler(visit);
    return refuse(request, reply.header("tus-version", tusVersion), otherVersion);
  };
}

function sendAbilities(reply: FastifyReply): FastifyReply {
  const abilities = {
    "tus-resumable": tusVersion,
    "tus-version": tusVersion,
    "tus-max-size": String(photoBytesMost),
    "tus-extension": "creation",
  };
  return reply.headers(abilities).status(204).send();
}

const lengthSchema = v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number));
const metadataSchema = v.object({
  shot: v.fallback(v.nullable(v.picklist(shotNames)), null),
  id: v.fallback(v.pipe(v.string(), v.uuid(), v.toLowerCase()), () => randomUUID()),
});

async function begin(services: Services, { request, reply, reference, path }: Visit): Promise<FastifyReply> {
  const size = v.safeParse(lengthSchema, request.headers["upload-length"]);
  if (!size.success) return refuse(request, reply, noLength);
  const { id, shot } = v.parse(metadataSchema, metadataIn(request.headers["upload-metadata"]));
  const begun = await unlessUnable(services, () =>
    beginUpload(services, { id, shot, reference, size: size.output }),
  );
  if ("refusal" in begun) return refuse(request, reply, begun.refusal);
  return reply
    .status(201)
    .headers({ Location: `${path}/photos/uploads/${id}` })
    .send();
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

async function sendState(services: Services, { request, reply, reference }: Visit): Promise<FastifyReply> {
  const upload = await uploadIn(services, request, reference);
  if (upload === null) return refuse(request, reply, noUpload);
  if (upload.problem !== null) return refuse(request, reply, goneWith(upload.problem));
  const { received, size } = upload;
  return reply
    .headers({ "upload-offset": String(received), "upload-length": String(size) })
    .status(200)
    .send();
}

const goneWith = (message: string): Refusal => ({ status: 410, message });

async function uploadIn(
  { database }: Services,
  request: Visit["request"],
  reference: string,
): Promise<PhotoUploadRow | null> {
  const id = idIn(request)?.toLowerCase() ?? null;
  return id === null ? null : findUpload(database.reader, reference, id);
}

async function receive(services: Services, visit: Visit): Promise<FastifyReply> {
  const { request, reply, reference } = visit;
  const upload = await uploadIn(services, request, reference);
  const refusal = upload === null ? noUpload : whyNot(upload, visit);
  if (upload === null || refusal !== null) return refuse(request, reply, refusal ?? noUpload);
  const { id, received, size } = upload;
  const place = { id, offset: received, most: size - received };
  const kept = await unlessUnable(services, async () => ({
    ok: await keepPieces(services, place, request.raw),
  }));
  if ("refusal" in kept) return refuse(request, reply, kept.refusal);
  const { offset, end } = kept.ok;
  if (end === "overtaken") return refuse(request, reply, otherOffset);
  if (end === "too_long") return refuse(request, reply, tooMuch);
  // Whether it was made a photo before the response was lost or not: this says what became of it.
  if (offset === size) {
    const finished = await finishUpload(services, upload);
    if ("refusal" in finished) return refuse(request, reply, finished.refusal);
  }
  return reply.header("upload-offset", String(offset)).status(204).send();
}

/** Null if the bytes can be read. */
function whyNot({ problem, received, size }: PhotoUploadRow, { request }: Visit): Refusal | null {
  if (problem !== null) return goneWith(problem);
  if (request.headers["upload-offset"] !== String(received)) return otherOffset;
  return Number(request.headers["content-length"] ?? 0) > size - received ? tooMuch : null;
}
