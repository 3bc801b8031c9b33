import { submissions } from "#domain/forms/submissions.ts";
import { waitingText } from "#domain/sending-failure.ts";
import type { Submission } from "#domain/submission.ts";

import { startSender } from "./send-form.ts";
import { followWaiting, readWaiting } from "./waiting-store.ts";

// Sends the submissions of other pages' forms that wait on this device, and says so in one line.
const line = document.querySelector("[data-waiting-line]");
const here = document.querySelector<HTMLElement>("[data-form]")?.dataset["form"];
const others = submissions.filter(({ name }) => name !== here);
if (line !== null) showIn(line);

function showIn(box: Element): void {
  let shown = "";
  const show = () => {
    const texts = others.flatMap((submission) => textOf(submission) ?? []);
    const text = texts.map((one) => one.text).join(" ");
    // Screen readers would read the same line again, and its link would lose the focus.
    if (text === shown) return;
    shown = text;
    // The page of the form says more about it, and there it can be thrown away.
    box.replaceChildren(...texts.flatMap(({ page, text: said }) => [`${said} `, linkTo(page), " "]));
  };
  followWaiting(show);
  show();
  startSender(others);
}

function textOf({ name, title, page }: Submission) {
  const entry = readWaiting(name);
  if (entry === null) return null;
  if (entry.state === "sent") return { page, text: `${title} sent: reference ${entry.reference}.` };
  return {
    page,
    text: `${title}: ${entry.problem?.message ?? `${waitingText.saved} ${waitingText.untilSignal}`}`,
  };
}

function linkTo(page: string): HTMLAnchorElement {
  const link = Object.assign(document.createElement("a"), { href: page, textContent: "See it" });
  link.className = "text-link font-semibold";
  return link;
}
