import type { FastifyInstance } from "fastify";
import * as v from "valibot";

import { inboxCalls, inboxFileRequest, type InboundMail, type UnfiledMail } from "#domain/inbox-wire.ts";
import { isReferenceNumber } from "#domain/reference-number.ts";
import { forEveryRole, forStaff } from "#server/features/auth/permissions.ts";
import { filedMails, filesOf, inboundMail } from "#server/features/records/inbound-mails.ts";
import { recordByReference } from "#server/features/records/record-table.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { Refusal } from "#server/platform/http/errors.ts";
import type { Services } from "#server/services/services.ts";

import { fileByHand } from "./file-by-hand.ts";
import { suggestionsFor } from "./find-record.ts";

const noMail: Refusal = { status: 404, message: "There is no such mail" };
const unreadable: Refusal = {
  status: 400,
  message: "Say where the mail belongs: a reference in ref, as: contact, or ignore: true",
};

/** Mails that staff have to file, and what they decide about them. */
export function inboxRoutes(server: FastifyInstance, services: Services): void {
  const { database } = services;
  server.get(
    inboxCalls.inbox.path,
    forEveryRole(services, async () => ({ unfiled: await unfiledMails(database.reader) })),
  );
  server.get(
    inboxCalls.message.path,
    forEveryRole(services, async (_, request) => {
      const { id } = v.parse(v.looseObject({ id: v.optional(v.unknown()) }), request.query);
      const mail = typeof id === "string" ? await oneMail(database.reader, id) : undefined;
      return mail ?? { refusal: noMail };
    }),
  );
  server.post(
    inboxCalls.file.path,
    forStaff(services, async ({ user }, request) => {
      const asked = v.safeParse(inboxFileRequest, request.body);
      const isKnown = asked.success && (!("ref" in asked.output) || isReferenceNumber(asked.output.ref));
      return isKnown ? fileByHand(services, asked.output, user.id) : { refusal: unreadable };
    }),
  );
}

/** The rest waits until these are filed. */
const listedMost = 100;

async function unfiledMails(db: Query): Promise<UnfiledMail[]> {
  const mails = db.selectFrom("inbound_mails").selectAll().where("state", "=", "unfiled");
  const oldest = await mails.orderBy("at").limit(listedMost).execute();
  const found: UnfiledMail[] = [];
  for (const mail of oldest) {
    const { id, from, reply_to, copies, subject, at, words } = inboundMail(mail);
    const suggestions = await suggestionsFor(db, mail);
    found.push({ id, from, reply_to, copies, subject, at, words, suggestions });
  }
  return found;
}

async function oneMail(db: Query, id: string): Promise<InboundMail | undefined> {
  const mail = await db.selectFrom("inbound_mails").selectAll().where("id", "=", id).executeTakeFirst();
  if (mail === undefined) return undefined;
  if (mail.ref_number === null) {
    const files = (await filesOf(db, [id])).get(id);
    return { ...inboundMail(mail, files), is_open: false, suggestions: await suggestionsFor(db, mail) };
  }
  const found = await recordByReference(db, mail.ref_number);
  const filed = await filedMails(db, mail.ref_number, found?.record.asked_at ?? null);
  return filed.find((one) => one.id === id);
}
