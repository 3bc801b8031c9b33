import type { Notice } from "#domain/notice.ts";

import type { LeftMessages, MailboxProblem } from "./mailbox.ts";

export function problemNotice(problem: MailboxProblem): Notice {
  if (problem.kind === "shelves")
    return {
      id: "inbox-unmoved",
      severity: "danger",
      title: "Customers’ answers are taken in, but cannot be moved out of the inbox.",
      words: `${problem.message} Free space in it. Nothing is lost. If it stays, tell the person who runs the server (docs/operate.md).`,
    };
  return {
    id: "inbox-unreadable",
    severity: "danger",
    title: "Customers’ answers by mail cannot be read.",
    words: `${problem.message} Answers wait in the mailbox, and reminders go out as if there were none: read it with a mail program. Tell the person who runs the server (docs/operate.md).`,
  };
}

/** Reports messages left in the mailbox; null without any. `failed` counts those that could not be taken in. */
export function leftNotice({ tooLarge, unreadable }: LeftMessages, failed: number): Notice | null {
  const count = tooLarge + unreadable.length + failed;
  if (count === 0) return null;
  const reasons = [
    ...(tooLarge > 0 ? [`${tooLarge} larger than 40 MB`] : []),
    ...(unreadable.length > 0 ? [`files that cannot be opened: ${unreadable.join(", ")}`] : []),
    ...(failed > 0 ? [`${failed} not stored, which is tried again`] : []),
  ];
  return {
    id: "inbox-left",
    severity: "danger",
    title: count === 1 ? "A mail to us was not taken in." : `${count} mails to us were not taken in.`,
    words: `They lie in the mailbox (${reasons.join("; ")}). Read them there with a mail program, then move them to another folder.`,
  };
}
