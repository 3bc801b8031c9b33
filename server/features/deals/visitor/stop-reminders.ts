import type { FastifyInstance, FastifyReply } from "fastify";

import { dealPath } from "#domain/deals/mails.ts";
import { html } from "#server/platform/http/html.ts";
import { fieldsIn } from "#server/platform/http/read-request.ts";
import type { Services } from "#server/services/services.ts";

import { forVisitor, type Visit } from "./find-visit.ts";
import { sendDocument, type Document, missingDealPage } from "./pages/document.ts";
import { tickForm } from "./pages/quote-sections.ts";
import { stopReminders } from "./visitor-actions.ts";

/** What mail programs send for their own button (RFC 8058): without cookies, Origin and anything else of a browser. */
const oneClick = { name: "List-Unsubscribe", value: "One-Click" } as const;

export function stopRemindersRoutes(server: FastifyInstance, services: Services): void {
  void server.register(async (route) => {
    route.addContentTypeParser(
      "multipart/form-data",
      { parseAs: "string" },
      async (_request: unknown, body: string) => ({ [oneClick.name]: oneClickIn(body) }),
    );
    const url = `${dealPath}/:ref/:key/stop-reminders`;
    const config = { errorFormat: "page" } as const;
    route.get(
      url,
      { config },
      forVisitor(services, async ({ reply, path }) =>
        sendDocument(services, reply, 200, stopRemindersPage(path)),
      ),
    );
    route.post(
      url,
      { config, bodyLimit: largestBody },
      forVisitor(services, (visit) => stop(services, visit)),
    );
  });
}

/** Mail programs send some hundred bytes. */
const largestBody = 4096;

/** The value of that field in multipart form data, as far as it matters. Anybody can send anything here. */
function oneClickIn(body: string): string {
  const name = body.search(/name="?List-Unsubscribe\b/i);
  const blankLine = name === -1 ? -1 : body.slice(name).search(/\n\r?\n/);
  const value = blankLine === -1 ? "" : body.slice(name + blankLine).trimStart();
  return value.startsWith(oneClick.value) ? oneClick.value : "";
}

async function stop(services: Services, { request, reply, reference, path }: Visit): Promise<FastifyReply> {
  const fields = fieldsIn(request.body);
  const isOneClick = fields[oneClick.name] === oneClick.value;
  if (!isOneClick && fields["confirm"] !== "on")
    return sendDocument(services, reply, 400, stopRemindersPage(path));
  const outcome = await stopReminders(services, reference);
  if (outcome === null) return sendDocument(services, reply, 404, missingDealPage);
  if (!isOneClick) return reply.redirect(path, 303);
  return sendDocument(services, reply, 200, stopRemindersPage(path, "stopped"));
}

function stopRemindersPage(path: string, state: "asking" | "stopped" = "asking"): Document {
  const title = state === "asking" ? "Stop reminders" : "You get no more reminders";
  const lead =
    "This stops reminders for this quote only. The quote stays good, and we still answer your questions.";
  const form = tickForm(
    { path },
    {
      action: "stop-reminders",
      tick: "Send me no more reminders about this quote",
      button: "Stop reminders",
    },
  );
  const content = html`<div class="deep"><div class="column"><h1>${title}</h1><p class="lead">${lead}</p></div></div>
<div class="column body">${state === "asking" ? form : ""}<p class="links"><a href="${path}">Go to your quote</a></p></div>`;
  return { title, content };
}
