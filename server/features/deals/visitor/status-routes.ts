import formbody from "@fastify/formbody";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import { statusPath } from "#domain/deals/link.ts";
import { hourMs } from "#domain/durations.ts";
import { isReferenceNumber, referencePlaceholder } from "#domain/reference-number.ts";
import { withoutUnseen } from "#domain/unseen-characters.ts";
import { stageOf } from "#server/features/deals/deal/deal-state.ts";
import { readDeal } from "#server/features/deals/deal/read-deal.ts";
import { clientAddress } from "#server/platform/http/client-address.ts";
import { fieldsIn } from "#server/platform/http/read-fields.ts";
import { isSameText } from "#server/platform/secrets/keyed-hash.ts";
import { countAgainst, secondsToWait } from "#server/services/limits/limits.ts";
import type { Services } from "#server/services/services.ts";

import { type Document, sendDocument } from "./pages/document.ts";
import { sendTooManyTries } from "./pages/explaining-page.ts";
import { askStatusPage, type StatusForm, statusPage } from "./pages/status-page.ts";
import { promiseOf } from "./promise.ts";

/** `/status`: where a request stands, for anyone who knows its reference and whose it is (deals.md section 4). */
export async function statusRoutes(server: FastifyInstance, services: Services): Promise<void> {
  await server.register(async (route) => {
    await route.register(formbody);
    const config = { errorFormat: "page" } as const;
    const blank = askStatusPage(null);
    route.get(statusPath, { config }, (_request, reply) => sendDocument(services, reply, 200, blank));
    route.post(statusPath, { config }, (request, reply) => serveStatus(services, request, reply));
  });
}

async function serveStatus(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const form = readForm(request.body);
  if (form.ref === "" || form.check === "")
    return sendDocument(services, reply, 400, askStatusPage({ kind: "incomplete", form }));
  const typed = form.ref.toUpperCase().replaceAll(/\s/g, "");
  const reference = isReferenceNumber(typed) ? typed : referencePlaceholder;
  const wait = await countTry(services, clientAddress(request.ip), reference);
  if (wait !== null) return sendTooManyTries(services, reply, wait);
  const found = (await isTheirs(services, reference, form.check))
    ? await standing(services, reference)
    : null;
  if (found === null) return sendDocument(services, reply, 404, askStatusPage({ kind: "missed" }));
  return sendDocument(services, reply, 200, found);
}

function readForm(body: unknown): StatusForm {
  const { ref, check } = fieldsIn(body);
  const text = (value: unknown) =>
    typeof value === "string" ? withoutUnseen(value).trim().slice(0, longest) : "";
  return { ref: text(ref), check: text(check) };
}

const longest = 300;

/** Returns the seconds to wait, or null. Unknown references count like others; what is none counts for its address only. */
async function countTry(
  { database, keys, now }: Services,
  address: string,
  reference: string,
): Promise<number | null> {
  const limits = [
    { name: keys.hash("limit", `status from ${address}`), most: 10, windowMs: hourMs },
    ...(reference === referencePlaceholder
      ? []
      : [{ name: keys.hash("limit", `status of ${reference}`), most: 60, windowMs: hourMs }]),
  ];
  // Whoever has to wait already costs a read, not a durable write.
  for (const limit of limits) {
    const wait = await secondsToWait(database.reader, limit, now());
    if (wait !== null) return wait;
  }
  return database.write(async (tx) => {
    const at = now();
    for (const limit of limits) {
      const wait = await countAgainst(tx, limit, at);
      if (wait !== null) return wait;
    }
    return null;
  });
}

/** One query and two comparisons, whatever is wrong: the time says nothing. */
async function isTheirs({ database, keys }: Services, reference: string, check: string): Promise<boolean> {
  const requests = database.reader.selectFrom("quote_requests").select(["phone", "email"]);
  const { phone = "", email = "" } =
    (await requests.where("ref_number", "=", reference).executeTakeFirst()) ?? {};
  const isSame = (held: string, typed: string) =>
    isSameText(keys.hash("status", held), keys.hash("status", typed)) && held !== "";
  const digits = phone.replaceAll(/\D/g, "");
  const isPhone = isSame(digits.length < 4 ? "" : digits.slice(-4), check);
  const isEmail = isSame(email.toLowerCase(), check.toLowerCase());
  return isPhone || isEmail;
}

async function standing(services: Services, reference: string): Promise<Document | null> {
  const deal = await services.database.snapshot((db) => readDeal(db, reference));
  if (deal === null) return null;
  const at = services.now();
  const stage = stageOf(deal, at);
  return statusPage(reference, {
    stage,
    promise: promiseOf({ context: services, deal, at }, stage),
  });
}
