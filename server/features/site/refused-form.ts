import { join } from "node:path";
import { pathToFileURL } from "node:url";

import type { FastifyReply, FastifyRequest } from "fastify";

import type { RefusedForm } from "#domain/sending-failure.ts";
import type { Submission } from "#domain/submission.ts";
import { messagePage } from "#server/platform/http/html.ts";

import { type BuiltFiles, sendFilled } from "./pages.ts";

/** What the build leaves for us of `app/site/submission/render-form.tsx`. */
interface FormRenderer {
  readonly renderForm: (name: string, refused: RefusedForm) => string;
}

/** The form in its page, up to the script after it (app/site/submission/form-host.tsx). */
const formInPage = /<div data-form="[\w-]+">.*?<\/div>(?=<script>)/gs;

/** Shows a refused form again, in its page and by its own component, with all that was typed. */
export class RefusedForms {
  readonly #siteFolder: string | null;
  readonly #files: BuiltFiles;

  constructor(siteFolder: string | null, files: BuiltFiles) {
    this.#siteFolder = siteFolder;
    this.#files = files;
  }

  /** Without built pages, as in development, only says what is wrong. */
  async send(request: FastifyRequest, reply: FastifyReply, submission: Submission, refused: RefusedForm) {
    const page = this.#files.get(submission.page)?.();
    if (this.#siteFolder === null || page === undefined)
      return messagePage(reply, refused.problem.message, request.id);
    // React, which few servers ever need, is loaded by the first refusal.
    const renderer = pathToFileURL(join(this.#siteFolder, "../forms/render-form.js")).href;
    const { renderForm } = (await import(renderer)) as FormRenderer;
    // Without its mark, no script takes it over: it would not have what was typed.
    const markup = `<div>${renderForm(submission.name, refused)}</div>`;
    return sendFilled(
      request,
      reply,
      page,
      page.content.toString().replace(formInPage, () => markup),
    );
  }
}
