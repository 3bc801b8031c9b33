import type { FastifyInstance } from "fastify";
import * as v from "valibot";

import { inboxCalls } from "#domain/inbox-wire.ts";
import { forEveryRole, forStaff } from "#server/features/auth/permissions.ts";
import type { Query } from "#server/platform/database/database.ts";
import { type Refusal, refuse } from "#server/platform/http/errors.ts";
import { fieldsIn } from "#server/platform/http/read-request.ts";
import { framedNowhere } from "#server/platform/http/security-headers.ts";
import type { Services } from "#server/services/services.ts";

import { removeFile } from "./remove-file.ts";

const wantedSchema = v.object({ id: v.string(), w: v.optional(v.literal("320")) });
const noFile: Refusal = { status: 404, message: "There is no such attachment" };

/** Serves attachments until staff take them out. Uncached, so that no copy stays on a shared computer. */
export function attachmentRoute(server: FastifyInstance, services: Services): void {
  server.get(
    inboxCalls.attachment.path,
    forEveryRole(services, async (_, request, reply) => {
      const wanted = v.safeParse(wantedSchema, request.query);
      if (!wanted.success) return refuse(request, reply, noFile);
      const file = await keptFile(services.database.reader, wanted.output.id);
      const bytes = wanted.output.w === undefined ? file?.content : file?.preview;
      if (!file?.type || !bytes) return refuse(request, reply, noFile);
      if (file.kept === "download") reply.headers(downloadHeaders(file));
      return reply.type(file.type).send(Buffer.from(bytes));
    }),
  );
  server.delete(
    inboxCalls.filePart.path,
    forStaff(services, async ({ user }, request) => {
      const { id } = fieldsIn(request.query);
      const isRemoved = await removeFile(services, String(id), user.id);
      return isRemoved ? { success: true } : { refusal: noFile };
    }),
  );
}

function keptFile(db: Query, id: string) {
  return db
    .selectFrom("inbound_files as file")
    .innerJoin("inbound_mails as mail", "mail.id", "file.mail_id")
    .select(["mail.ref_number", "file.position", "file.kept", "file.type", "file.content", "file.preview"])
    .where("file.id", "=", id)
    .executeTakeFirst();
}

/** A name of ours: the sender's may claim to be something else. */
function downloadHeaders({
  ref_number: reference,
  position,
  type,
}: NonNullable<Awaited<ReturnType<typeof keptFile>>>) {
  const name = `${reference ?? "mail"}-${position}.${type === "application/pdf" ? "pdf" : "txt"}`;
  return {
    "content-disposition": `attachment; filename="${name}"`,
    "content-security-policy": `sandbox; default-src 'none'; ${framedNowhere}`,
  };
}
