import formbody from "@fastify/formbody";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import { statusPath } from "#domain/deals/mails.ts";
import { readNumbers, type TypedNumbers } from "#domain/deals/typed-numbers.ts";
import { hourMs } from "#domain/durations.ts";
import { phoneNumbers } from "#domain/phone-numbers.ts";
import { withoutUnseen } from "#domain/plain-text.ts";
import { referencePlaceholder } from "#domain/reference-number.ts";
import { readDeal } from "#server/features/deals/deal/read-deal.ts";
import { readSale } from "#server/features/deals/sales/read-sale.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { clientAddress } from "#server/platform/http/client-address.ts";
import { html, type Markup } from "#server/platform/http/html.ts";
import { fieldsIn } from "#server/platform/http/read-request.ts";
import { isSameText } from "#server/platform/secrets/keyed-hash.ts";
import { countAgainst, giveBack, type Limit, secondsToWait } from "#server/services/limits/limits.ts";
import type { Services } from "#server/services/services.ts";

import { type Document, sendDocument, sendTooManyTries } from "./pages/document.ts";
import { standingOf } from "./pages/load-view.ts";
import { heading } from "./pages/page-frame.ts";
import { contactPanel } from "./pages/page-parts.ts";
import { promising, showNow, type Standing } from "./pages/page-view.ts";
import { saleStanding } from "./pages/seller-view.ts";

/** `/status`: where a request or a sale stands, for anyone who knows its reference and whose it is (deals.md section 4). */
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
  const asked = await recordNamed(services, typed);
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

type StatusRow = Pick<Tables["quote_requests"], "ref_number" | "phone" | "email">;

/** Finds the record with the typed reference, or the request whose invoice number or payment code was typed. */
async function recordNamed({ database }: Services, typed: TypedNumbers): Promise<StatusRow | undefined> {
  const [reference = referencePlaceholder] = typed.references;
  const orders = database.reader.selectFrom("orders").select("ref_number");
  const theirs = orders.where("invoice_number", "in", [...typed.invoices, noInvoice]);
  const request = await database.reader
    .selectFrom("quote_requests")
    .select(["ref_number", "phone", "email"])
    .where((row) => row.or([row("ref_number", "=", reference), row("ref_number", "in", theirs)]))
    .executeTakeFirst();
  // Both are looked up, whatever is found: the time says nothing.
  const vehicle = await database.reader
    .selectFrom("vehicle_submissions")
    .select(["ref_number", "phone", "email"])
    .where("ref_number", "=", reference)
    .executeTakeFirst();
  return request ?? vehicle;
}

const noInvoice = -1;

/** Unknown numbers count like others; text without a number counts for its address only. */
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

/** Makes the same comparisons, whatever is wrong: the time says nothing. */
function isTheirs({ keys }: Services, asked: StatusRow | undefined, check: string): boolean {
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
  const page = (stands: Standing, what: string) => statusPage(heading(reference, stands), what);
  const quote = await showNow(services, readDeal, reference, async (work) =>
    page(standingOf(await promising(work)), "the quote"),
  );
  if (quote !== null) return quote;
  return showNow(services, readSale, reference, async (work) =>
    page(saleStanding(await promising(work)), "our offer"),
  );
}

interface StatusForm {
  readonly ref: string;
  readonly check: string;
}

type StatusProblem = { readonly kind: "missed" } | { readonly kind: "incomplete"; readonly form: StatusForm };

const title = "Where is my request?";

/** Every miss gets the same page: it holds nothing of what was typed. */
function askStatusPage(problem: StatusProblem | null): Document {
  const form = problem?.kind === "incomplete" ? problem.form : { ref: "", check: "" };
  const notice =
    problem?.kind === "missed"
      ? "We found nothing with these two. Check them in our receipt, or ring us."
      : "Please fill in both fields.";
  const content = html`<div class="deep"><div class="column"><h1>${title}</h1><p class="lead">The reference is in every e-mail from us and starts with QK. The number of your invoice, or its payment code, works too. This page shows requests for parts and machines that you sell us. If you sent us a message, ring us or reply to our e-mail.</p></div></div>
<div class="column body wide"><form class="block quote prose" method="post" action="${statusPath}">
${problem === null ? "" : html`<div class="alert" role="alert"><p><strong>${notice}</strong></p></div>`}
<label class="field">Reference<input type="text" name="ref" value="${form.ref}" required autocapitalize="characters" autocomplete="off" spellcheck="false" maxlength="60"></label>
<label class="field">The last four digits of your phone number, or your e-mail address<input type="text" name="check" value="${form.check}" required autocapitalize="none" autocomplete="off" spellcheck="false" maxlength="300"></label>
<button class="go">Show where it’s up to</button></form>${contactPanel()}</div>`;
  return { title, content };
}

function statusPage(stands: Markup, what: string): Document {
  const content = html`${stands}
<div class="column body wide"><section class="block quote prose"><p>Your own page, with ${what} and everything about it, is at the link that we e-mailed or texted you. Without it, ring us.</p><p class="links"><a href="${statusPath}">Look up another one</a></p></section>${contactPanel()}</div>`;
  return { title, content };
}
