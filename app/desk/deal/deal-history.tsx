import { useDeskPage } from "#app/desk/state/desk-page.ts";
import { deliveryText, momentText, wrongStates } from "#app/desk/ui/mail-error.ts";
import { mayPass } from "#domain/bounce-reason.ts";
import type { DealForDesk, DealVersion } from "#domain/deals/deal-wire.ts";
import { dealMailLabel } from "#domain/deals/mails.ts";
import { formatCents } from "#domain/deals/money.ts";
import { versionStates } from "#domain/deals/quote-states.ts";
import { hasAlternatives } from "#domain/deals/quote.ts";
import type { RecordMail } from "#domain/desk.ts";
import { formatDay } from "#domain/nz-time.ts";

import { newestVersion } from "./deal-tools.ts";

/** The quotes that were sent, newest first, each with what became of it. */
export function VersionList({ deal }: { readonly deal: DealForDesk }) {
  const { now } = useDeskPage();
  if (deal.versions.length === 0) return null;
  const newest = newestVersion(deal)?.number;
  return (
    <ol aria-label="Quotes" className="divide-line divide-y">
      {deal.versions.toReversed().map((version) => (
        <li
          key={version.number}
          className={`flex flex-wrap items-baseline gap-x-3 py-1 ${version.number === newest ? "" : "text-ink-muted text-sm"}`}
        >
          <span className="font-semibold">Quote {version.number}</span>
          <span className="font-semibold tabular-nums">{versionTotal(version)}</span>
          <span className="text-ink-muted text-sm">valid until {formatDay(version.valid_until, now)}</span>
          <span
            className={`text-sm first-letter:uppercase ${isMailStuck(version) && version.number === newest ? "text-danger font-semibold" : ""}`}
          >
            {versionText(version, now)}
            {isMailStuck(version) && version.number === newest && `. ${whatHelps(version)}`}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** What became of the version, and of its mail. */
function versionText({ state, mail, undo_until: dueAt }: DealVersion, now: Date): string {
  const texts = [
    versionStates[state].text,
    mail === null ? null : deliveryText({ ...mail, due_at: dueAt }, now),
  ];
  return texts.filter((text) => text !== null).join(". ");
}

function isMailStuck({ mail }: DealVersion): boolean {
  const { state, error = null } = mail ?? {};
  return state === "unknown" || state === "bounced" || (state === "failed" && error !== "stopped");
}

function whatHelps({ mail }: DealVersion): string {
  return mail?.state !== "bounced" || mayPass(mail.error)
    ? "Send it again, or ring and log the call"
    : "Ring and log the call, or correct the address and extend the quote";
}

/** "$235.75", or "from $235.75" if the customer chooses. */
function versionTotal({ content, total_cents: total }: DealVersion): string {
  return hasAlternatives(content) ? `from ${formatCents(total)}` : formatCents(total);
}

const messageTitles: Readonly<Record<DealForDesk["messages"][number]["kind"], string>> = {
  question: "The customer asked",
  answer: "We answered",
  decline: "The customer said no thanks",
  reply: "The customer wrote by e-mail",
  still_interested: "The customer is still interested",
};

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
