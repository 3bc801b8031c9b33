import type { ReactNode } from "react";

import { MailFiles } from "#app/desk/record-parts/mail-parts.tsx";
import { When } from "#app/desk/record-parts/when.tsx";
import { useDeskPage } from "#app/desk/state/desk-page.ts";
import { deliveryText, wrongStates } from "#app/desk/ui/mail-error.ts";
import type { DealForDesk, DealVersion } from "#domain/deals/deal-wire.ts";
import { dealMailLabel } from "#domain/deals/mails.ts";
import { formatCents } from "#domain/deals/money.ts";
import { versionStates } from "#domain/deals/quote-states.ts";
import { hasAlternatives } from "#domain/deals/quote.ts";
import type { RecordMail } from "#domain/desk.ts";
import { formatDay } from "#domain/nz-time.ts";

import { newestVersion, openQuestion } from "./deal-tools.ts";

/** A quote or an offer that was sent. */
interface VersionLine extends Pick<DealVersion, "number" | "valid_until" | "undo_until" | "mail"> {
  /** What became of it; null if its mail says it all. */
  readonly became: string | null;
  readonly amount: string;
}

interface VersionLinesProps {
  readonly label: string;
  readonly name: string;
  /** Oldest first. */
  readonly versions: readonly VersionLine[];
  /** The number of the one that counts. */
  readonly newest: number | undefined;
}

/** What was sent, newest first, each with what became of it. */
export function VersionLines({ label, name, versions, newest }: VersionLinesProps) {
  const { now } = useDeskPage();
  if (versions.length === 0) return null;
  return (
    <ol aria-label={label} className="divide-line divide-y">
      {versions.toReversed().map((version) => (
        <li
          key={version.number}
          className={`flex flex-wrap items-baseline gap-x-3 py-1 ${version.number === newest ? "" : "text-ink-muted text-sm"}`}
        >
          <span className="font-semibold">
            {name} {version.number}
          </span>
          <span className="font-semibold tabular-nums">{version.amount}</span>
          <span className="text-ink-muted text-sm">valid until {formatDay(version.valid_until, now)}</span>
          <span
            className={`text-sm first-letter:uppercase ${isMailStuck(version) && version.number === newest ? "text-danger font-semibold" : ""}`}
          >
            {versionText(version, now)}
            {isMailStuck(version) && version.number === newest && ". Send it again, or ring and log the call"}
          </span>
        </li>
      ))}
    </ol>
  );
}

export function VersionList({ deal }: { readonly deal: DealForDesk }) {
  const versions = deal.versions.map((version) => ({
    ...version,
    became: versionStates[version.state].text,
    amount: versionTotal(version),
  }));
  return (
    <VersionLines label="Quotes" name="Quote" versions={versions} newest={newestVersion(deal)?.number} />
  );
}

/** What became of the version, and of its mail. */
function versionText({ became, mail, undo_until: dueAt }: VersionLine, now: Date): string {
  const texts = [became, mail === null ? null : deliveryText({ ...mail, due_at: dueAt }, now)];
  return texts.filter((text) => text !== null).join(". ");
}

function isMailStuck({ mail }: Pick<VersionLine, "mail">): boolean {
  const { state, error = null } = mail ?? {};
  return state === "unknown" || state === "bounced" || (state === "failed" && error !== "stopped");
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
  counter: "The seller wants another price",
};

interface MessageProps {
  readonly message: Pick<DealForDesk["messages"][number], "kind" | "words" | "at" | "by"> & {
    readonly amount_cents?: number | null;
  };
  readonly children?: ReactNode;
}

/** What the customer wrote on their page, or what we answered. */
export function MessageBox({ message, children }: MessageProps) {
  const { kind, words, at, by, amount_cents: cents = null } = message;
  const { viewer } = useDeskPage();
  return (
    <div
      className={`rounded-sm border-l-4 px-3 py-1.5 text-sm ${by === null ? "border-info bg-info-soft/60" : "border-brand bg-brand-soft/60"}`}
    >
      <p>
        {by !== null && <bdi className="mr-1.5 font-semibold">{viewer.nameOf(by)}</bdi>}
        <span className={by === null ? "font-semibold" : ""}>
          {messageTitles[kind]}
          {cents !== null && `: ${formatCents(cents)}`}
        </span>{" "}
        <When at={at} />
      </p>
      {words !== null && words !== "" && (
        <p dir="auto" className="text-base wrap-anywhere whitespace-pre-wrap">
          {words}
        </p>
      )}
      {children}
    </div>
  );
}

/** What the customer waits for an answer to. */
export function OpenMessage({ deal }: { readonly deal: DealForDesk }) {
  const question = openQuestion(deal);
  if (question === null) return null;
  return (
    <div role="group" aria-label="To answer">
      <MessageBox message={question}>
        <MailFiles files={question.files ?? []} />
      </MessageBox>
    </div>
  );
}

/** Nobody misses what was stopped because it no longer held. */
function isUndelivered({ state, error }: RecordMail): boolean {
  return wrongStates.has(state) && error !== "stopped";
}

/** The mails about the deal besides the versions that did not arrive, at once in sight. */
export function DealMails({
  label,
  mails,
}: {
  readonly label: string;
  readonly mails: readonly RecordMail[];
}) {
  const { now } = useDeskPage();
  const wrong = mails.filter((mail) => dealMailLabel(mail.kind) !== null && isUndelivered(mail));
  if (wrong.length === 0) return null;
  return (
    <div className="text-sm">
      <ul aria-label={label} className="text-danger grid gap-1 font-semibold">
        {wrong.map((mail) => (
          <li key={mail.key}>
            {dealMailLabel(mail.kind)}: {deliveryText(mail, now)}
          </li>
        ))}
      </ul>
      <p className="text-ink-muted">
        Ring the customer and log the call, or send them the link to their page.
      </p>
    </div>
  );
}
