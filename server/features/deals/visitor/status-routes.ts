import formbody from "@fastify/formbody";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import { statusPath } from "#domain/deals/mails.ts";
import { readNumbers, type TypedNumbers } from "#domain/deals/typed-numbers.ts";
import { hourMs } from "#domain/durations.ts";
import { phoneNumbers } from "#domain/phone-numbers.ts";
import { referencePlaceholder } from "#domain/reference-number.ts";
import { withoutUnseen } from "#domain/unseen-characters.ts";
import { stageOf } from "#server/features/deals/deal/deal-state.ts";
import { promisingCalendar } from "#server/features/deals/deal/desk-settings.ts";
import { readDeal } from "#server/features/deals/deal/read-deal.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { clientAddress } from "#server/platform/http/client-address.ts";
import { fieldsIn } from "#server/platform/http/read-request.ts";
import { isSameText } from "#server/platform/secrets/keyed-hash.ts";
import { countAgainst, giveBack, type Limit, secondsToWait } from "#server/services/limits/limits.ts";
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
  const typed = readNumbers(form.ref);
  const asked = await requestNamed(services, typed);
  const limits = limitsOf(services, clientAddress(request.ip), asked?.ref_number ?? nameOf(typed));
  const wait = await countTry(services, limits);
  if (wait !== null) return sendTooManyTries(services, reply, wait);
  const isRight = isTheirs(services, asked, form.check);
  const found = isRight && asked !== undefined ? await standing(services, asked.ref_number) : null;
  if (found === null) return sendDocument(services, reply, 404, askStatusPage({ kind: "missed" }));
  // Only misses count: the owner is not shut out by looking often.
  await services.database.write((tx) => giveBack(tx, limits));
  return sendDocument(services, reply, 200, found);
}

function readForm(body: unknown): StatusForm {
  const { ref, check } = fieldsIn(body);
  const text = (value: unknown) =>
    typeof value === "string" ? withoutUnseen(value).trim().slice(0, longest) : "";
  return { ref: text(ref), check: text(check) };
}

const longest = 300;

type Asked = Pick<Tables["quote_requests"], "ref_number" | "phone" | "email">;

/** The request with the typed reference, or the one whose invoice number or payment code was typed. */
function requestNamed({ database }: Services, typed: TypedNumbers): Promise<Asked | undefined> {
  const [reference = referencePlaceholder] = typed.references;
  const orders = database.reader.selectFrom("orders").select("ref_number");
  const theirs = orders.where("invoice_number", "in", [...typed.invoices, noInvoice]);
  return database.reader
    .selectFrom("quote_requests")
    .select(["ref_number", "phone", "email"])
    .where((row) => row.or([row("ref_number", "=", reference), row("ref_number", "in", theirs)]))
    .executeTakeFirst();
}

const noInvoice = -1;

/** Unknown numbers count like others; what is none counts for its address only. */
function nameOf({ references, invoices }: TypedNumbers): string | null {
  const [reference = null] = references;
  return reference ?? (invoices.length === 0 ? null : `invoice ${invoices[0]}`);
}

function limitsOf({ keys }: Services, address: string, name: string | null): Limit[] {
  const limit = (text: string, most: number) => ({
    name: keys.hash("limit", `status ${text}`),
    most,
    windowMs: hourMs,
  });
  return [limit(`from ${address}`, 10), ...(name === null ? [] : [limit(`of ${name}`, 60)])];
}

/** Counts before the answer is known, so that tries at the same time are counted too. Returns the seconds to wait. */
async function countTry({ database, now }: Services, limits: readonly Limit[]): Promise<number | null> {
  // A client that has to wait already costs a read, not a durable write.
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

const mostNumbers = 3;

/** The same comparisons, whatever is wrong: the time says nothing. */
function isTheirs({ keys }: Services, asked: Asked | undefined, check: string): boolean {
  const isSame = (held: string, typed: string) =>
    isSameText(keys.hash("status", held), keys.hash("status", typed)) && held !== "";
  const numbers = phoneNumbers(asked?.phone ?? "", checkDigits);
  const endings = Array.from({ length: mostNumbers }, (_, at) => numbers[at]?.slice(-checkDigits) ?? "");
  const typed = check.replaceAll(/\D/g, "").slice(-checkDigits);
  const isPhone = endings.filter((ending) => isSame(ending, typed)).length > 0;
  const isEmail = isSame(asked?.email.toLowerCase() ?? "", check.toLowerCase());
  return isPhone || isEmail;
}

const checkDigits = 4;

async function standing(services: Services, reference: string): Promise<Document | null> {
  const deal = await services.database.snapshot((db) => readDeal(db, reference));
  if (deal === null) return null;
  const at = services.now();
  const stage = stageOf(deal, at);
  const calendar = await promisingCalendar(services.database.reader, services.calendar);
  return statusPage(reference, {
    stage,
    promise: promiseOf({ context: { ...services, calendar }, deal, at }, stage),
  });
}
