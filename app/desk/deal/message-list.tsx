import { useDeskPage } from "#app/desk/state/desk-page.ts";
import { deliveryText, momentText, wrongStates } from "#app/desk/ui/mail-error.ts";
import type { DealForDesk } from "#domain/deals/deal-wire.ts";
import { dealMailLabel } from "#domain/deals/mails.ts";
import type { RecordMail } from "#domain/desk.ts";

import { messageTitles } from "./deal-text.ts";

/** What the customer wrote on the page, and what we answered. */
export function MessageList({ messages }: { readonly messages: DealForDesk["messages"] }) {
  const { viewer, now } = useDeskPage();
  if (messages.length === 0) return null;
  return (
    <ol aria-label="Messages" className="grid gap-2">
      {messages.map(({ id, kind, words, at, by }) => (
        <li
          key={id}
          className={`rounded-sm border-l-4 px-3 py-1.5 text-sm ${by === null ? "border-info bg-info-soft/60" : "border-brand bg-brand-soft/60"}`}
        >
          <p>
            <span className="font-semibold">{by === null ? messageTitles[kind] : viewer.nameOf(by)}</span>{" "}
            <time dateTime={at} className="text-ink-muted">
              {momentText(at, now)}
            </time>
          </p>
          {words !== null && words !== "" && (
            <p dir="auto" className="text-base wrap-anywhere whitespace-pre-wrap">
              {words}
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}

/** Nobody misses what was stopped because it no longer held. */
function isUndelivered({ state, error }: RecordMail): boolean {
  return wrongStates.has(state) && error !== "stopped";
}

/** The mails about the deal besides the quotes: what became of each, and what went wrong at once in sight. */
export function DealMails({ mails }: { readonly mails: readonly RecordMail[] }) {
  const { now } = useDeskPage();
  const own = mails.filter(({ kind }) => dealMailLabel(kind) !== null);
  if (own.length === 0) return null;
  const isWrong = own.some(isUndelivered);
  return (
    <details open={isWrong} className="text-sm">
      <summary className="text-link min-h-11 w-fit content-center lg:min-h-8">
        Mails about it ({own.length})
      </summary>
      <ul aria-label="Mails about the quote and the order" className="grid gap-1">
        {own.map((mail) => (
          <li key={mail.key} className={isUndelivered(mail) ? "text-danger font-semibold" : ""}>
            {dealMailLabel(mail.kind)}: {deliveryText(mail, now)}
          </li>
        ))}
      </ul>
      {isWrong && (
        <p className="text-ink-muted">
          Ring the customer and log the call, or send them the link to their page.
        </p>
      )}
    </details>
  );
}
