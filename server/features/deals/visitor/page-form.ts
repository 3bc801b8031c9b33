import formbody from "@fastify/formbody";
import type { FastifyInstance, FastifyReply } from "fastify";
import * as v from "valibot";

import type { SentVersion } from "#domain/deals/deal.ts";
import { dealPath } from "#domain/deals/mails.ts";
import { visitorWordsSchema } from "#domain/deals/quote.ts";
import type { Outcome } from "#domain/outcome.ts";
import { changeLocked, type DealWithVersions, type Work } from "#server/features/deals/deal/change-deal.ts";
import type { VersionKind } from "#server/features/deals/deal/version-state.ts";
import { fieldsIn } from "#server/platform/http/read-request.ts";
import type { Services } from "#server/services/services.ts";

import { forVisitor, type Visit } from "./find-visit.ts";
import { type Document, missingDealPage, sendDocument } from "./pages/document.ts";
import { type SentForm, showNow } from "./pages/page-view.ts";
import { type PageRefusal, refusals, unlessUnsaved } from "./refusals.ts";

/** A second press is `ok`, too: a double press must not look like a failure. */
export type PressOutcome = Outcome<true, PageRefusal>;

type Press<Deal extends DealWithVersions<unknown>> = (work: Work<Deal>) => Promise<PressOutcome>;

interface PageFormOptions {
  /** Runs before the change, outside its transaction. */
  readonly before?: (services: Services, reference: string) => Promise<void>;
  /** The title if it could not be saved. */
  readonly unsaved?: string;
}

/** A native form on a deal's page. Each needs a tick, a reason or words, which no mail scanner fills in (deals.md 1.2). */
export interface PageForm<Deal extends DealWithVersions<unknown>> extends PageFormOptions {
  /** Reads the fields; refuses those that are wrong. */
  readonly read: (fields: Readonly<Record<string, unknown>>) => Outcome<Press<Deal>, PageRefusal>;
}

type FormSchema = v.GenericSchema & { readonly entries: object };

/** Makes a form. The message of a field that is wrong is the name of a refusal. */
export function pageForm<Schema extends FormSchema, Deal extends DealWithVersions<unknown>>(
  schema: Schema,
  act: (work: Work<Deal>, form: v.InferOutput<Schema>) => Promise<PressOutcome>,
  options: PageFormOptions = {},
): PageForm<Deal> {
  // A field that is missing is refused by its own message, not by the form's.
  const absent = Object.fromEntries(Object.keys(schema.entries).map((name) => [name, undefined]));
  const read: PageForm<Deal>["read"] = (fields) => {
    const parsed = v.safeParse(schema, { ...absent, ...fields });
    if (parsed.success) return { ok: (work) => act(work, parsed.output) };
    const named = parsed.issues.map(({ message }) => refusalNamed(message)).find(Boolean);
    return { refusal: named ?? refusals.notNow };
  };
  return { read, ...options };
}

/** Null if there is none. */
export const versionNumber = v.fallback(
  v.nullable(v.pipe(v.string(), v.regex(/^\d{1,6}$/), v.transform(Number))),
  null,
);

export const visitorWords = v.optional(v.message(visitorWordsSchema, "longWords"), "");

const refusalNamed = (name: string): PageRefusal | undefined =>
  Object.entries(refusals).find(([known]) => known === name)?.[1];

/** The pages of a deal. They differ between buyers and sellers. */
export interface DealPages<Version extends SentVersion, Deal extends DealWithVersions<Version>> {
  readonly kind: VersionKind<Version, Deal>;
  /** The path of the forms, below that of the page. */
  readonly under: string;
  /** Keyed by the end of their path. */
  readonly forms: Readonly<Record<string, PageForm<Deal>>>;
  /** The page of the deal as the work finds it, with what was sent and why it was refused. */
  readonly page: (work: Work<Deal>, sent: SentForm) => Promise<Document>;
  readonly versionPage: (work: Work<Deal>, version: Version) => Promise<Document>;
  /** Said if there is no such version. */
  readonly noVersion: string;
}

export async function formRoutes<Version extends SentVersion, Deal extends DealWithVersions<Version>>(
  server: FastifyInstance,
  services: Services,
  deal: DealPages<Version, Deal>,
): Promise<void> {
  await server.register(async (pages) => {
    await pages.register(formbody);
    const config = { errorFormat: "page" } as const;
    for (const [name, form] of Object.entries(deal.forms)) {
      const url = `${dealPath}/:ref/:key${deal.under}/${name}`;
      const press = (visit: Visit) => respond(services, visit, deal, form);
      pages.post(url, { config }, forVisitor(services, press));
      const back = async ({ reply, path }: Visit) => reply.redirect(path, 303);
      pages.get(url, { config }, forVisitor(services, back));
    }
  });
}

/** Sends a refusal as the page that the press has found, with the reason and what the visitor typed. */
async function respond<Version extends SentVersion, Deal extends DealWithVersions<Version>>(
  services: Services,
  visit: Visit,
  { kind, page }: DealPages<Version, Deal>,
  form: PageForm<Deal>,
): Promise<FastifyReply> {
  const { request, reply, reference, path } = visit;
  const typed = fieldsIn(request.body);
  const shown: { problem?: PageRefusal; document?: Document } = {};
  const outcome = await unlessUnsaved(request, form.unsaved ?? "Nothing was sent", async () => {
    const read = form.read(typed);
    if ("refusal" in read) return read;
    await form.before?.(services, reference);
    return changeLocked(kind, services, { reference, userId: null, tellStaff: true }, async (work) => {
      const pressed = await read.ok(work);
      if ("refusal" in pressed) {
        shown.problem = pressed.refusal;
        shown.document = await page(work, { problem: pressed.refusal, typed });
      }
      return pressed;
    });
  });
  if (outcome !== null && "ok" in outcome) return reply.redirect(path, 303);
  const problem = outcome?.refusal;
  // What could not be saved is said instead of what was refused.
  const seen = shown.problem === problem ? shown.document : undefined;
  const document =
    problem &&
    (seen ?? (await showNow(services, kind.read, reference, (work) => page(work, { problem, typed }))));
  if (!document) return sendDocument(services, reply, 404, missingDealPage());
  if (problem.retryAfterSeconds !== undefined) reply.header("retry-after", problem.retryAfterSeconds);
  return sendDocument(services, reply, problem.status, document);
}
