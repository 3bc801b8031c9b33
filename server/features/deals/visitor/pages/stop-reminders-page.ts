import { html } from "#server/platform/http/html.ts";

import type { Document } from "./document.ts";
import { tickForm } from "./quote-actions.ts";

export function stopRemindersPage(
  signFont: string | null,
  path: string,
  state: "asking" | "stopped" = "asking",
): Document {
  const title = state === "asking" ? "Stop reminders" : "You get no more reminders";
  const lead =
    "This is about reminders of this one quote. It stays good, and answers to your questions still come.";
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
  return { title, content, signFont };
}
