import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import type { FastifyReply, FastifyRequest } from "fastify";

import type { RefusedForm } from "#domain/sending-failure.ts";
import type { Submission } from "#domain/submission.ts";
import { messagePage } from "#server/platform/http/plain-page.ts";

import { PageWithGaps } from "./page-with-gaps.ts";
import { headersOf, type Site } from "./page.ts";
import { filledIn } from "./site-files.ts";

/** What the build leaves for us of `app/site/submission/render-form.tsx`. */
interface FormRenderer {
  readonly renderForm: (name: string, refused: RefusedForm) => string;
}

/** The form in its page, up to the script after it (app/site/submission/form-host.tsx). */
const formInPage = /<div data-form="[\w-]+">.*?<\/div>(?=<script>)/gs;

/** Shows a refused form again, in its page and by its own component, with all that was typed. */
export class RefusedForms {
  readonly #siteFolder: string | null;
  readonly #site: Site;
  readonly #pages = new Map<string, Promise<PageWithGaps>>();

  constructor(siteFolder: string | null, site: Site) {
    this.#siteFolder = siteFolder;
    this.#site = site;
  }

  /** Without built pages, as in development, only says what is wrong. */
  async send(request: FastifyRequest, reply: FastifyReply, submission: Submission, refused: RefusedForm) {
    if (this.#siteFolder === null) return messagePage(reply, refused.problem.message, request.id);
    // React, which few servers ever need, is loaded by the first refusal.
    const renderer = pathToFileURL(join(this.#siteFolder, "../forms/render-form.js")).href;
    const { renderForm } = (await import(renderer)) as FormRenderer;
    const page = await this.#pageOf(this.#siteFolder, submission.page);
    // Without its mark, no script takes it over: it would not have what was typed.
    const markup = `<div>${renderForm(submission.name, refused)}</div>`;
    const { headers, body } = await page.complete(() => markup, request.headers["accept-encoding"]);
    return reply.headers(headers).send(body);
  }

  #pageOf(folder: string, path: string): Promise<PageWithGaps> {
    const known = this.#pages.get(path) ?? readPage(folder, path, this.#site);
    this.#pages.set(path, known);
    return known;
  }
}

async function readPage(folder: string, path: string, site: Site): Promise<PageWithGaps> {
  const text = filledIn(await readFile(join(folder, path, "index.html")), site);
  const headers = headersOf({
    ending: ".html",
    content: Buffer.from(text),
    hashed: false,
    site,
    isForStaff: false,
    extraHeaders: { "cache-control": "no-store" },
  });
  return new PageWithGaps(path, text, formInPage, headers);
}
