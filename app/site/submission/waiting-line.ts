import { submissionBy } from "#domain/forms/submissions.ts";
import { outboxText } from "#domain/outbox-text.ts";

import { followOutbox, type OutboxEntry, readOutbox } from "./outbox.ts";
import { startSender } from "./send-waiting.ts";

// On pages without a form: sends what waits on this device and says so in one line.
const line = document.querySelector("[data-outbox-line]");
if (line !== null) showIn(line);

function showIn(box: Element): void {
  let shown = "";
  const show = () => {
    // The page that says more about it, and where it can be cancelled.
    const [latest] = readOutbox().toReversed();
    const page = submissionBy("name", latest?.form)?.page;
    const text = latest === undefined || page === undefined ? "" : `${textOf(latest)} `;
    // The same line again would be read out again, and would take the focus from its link.
    if (text === shown) return;
    shown = text;
    box.replaceChildren();
    if (page === undefined || text === "") return;
    const link = Object.assign(document.createElement("a"), { href: page, textContent: "See it" });
    link.className = "text-link font-semibold";
    box.append(text, link);
  };
  followOutbox(show);
  show();
  startSender();
}

function textOf(entry: OutboxEntry): string {
  const title = submissionBy("name", entry.form)?.title ?? "";
  if (entry.state === "sent") return `${title} sent: reference ${entry.reference}.`;
  if (entry.state === "expired")
    return `${title}: ${entry.mayHaveArrived ? outboxText.expiredPerhapsSent : outboxText.expired}`;
  return `${title}: ${entry.problem?.message ?? `${outboxText.saved} ${outboxText.untilSignal}`}`;
}
