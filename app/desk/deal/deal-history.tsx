import type { ReactNode } from "react";

import { MailFiles } from "#app/desk/record-parts/mail-parts.tsx";
import { When } from "#app/desk/record-parts/when.tsx";
import { useDeskPage } from "#app/desk/state/desk-page.ts";
import { deliveryText, wrongStates } from "#app/desk/ui/mail-error.ts";
import type { DealForDesk, ShownVersion } from "#domain/deals/deal-wire.ts";
import { dealMailLabel } from "#domain/deals/mails.ts";
import { formatCents } from "#domain/deals/money.ts";
import type { RecordMail } from "#domain/desk.ts";
import { formatDay } from "#domain/nz-time.ts";

import { type DealKind, dealKinds } from "./deal-kinds.ts";
import { openQuestion } from "./deal-tools.ts";
import { newestVersion } from "./tool-rows.ts";

interface VersionListProps<Version extends ShownVersion> {
  readonly kind: DealKind;
  /** Oldest first. */
  readonly versions: readonly Version[];
  readonly amountOf: (version: Version) => string;
}

/** What was sent, newest first, each with what became of it. */
export function VersionList<Version extends ShownVersion>(props: VersionListProps<Version>) {
  const { kind, versions, amountOf } = props;
  const { now } = useDeskPage();
  if (versions.length === 0) return null;
  const { name, states } = dealKinds[kind];
  const newest = newestVersion(versions)?.number;
  return (
    <ol aria-label={`${name}s`} className="divide-line divide-y">
      {versions.toReversed().map((version) => (
        <li
          key={version.number}
          className={`flex flex-wrap items-baseline gap-x-3 py-1 ${version.number === newest ? "" : "text-ink-muted text-sm"}`}
        >
          <span className="font-semibold">
            {name} {version.number}
          </span>
          <span className="font-semibold tabular-nums">{amountOf(version)}</span>
          <span className="text-ink-muted text-sm">valid until {formatDay(version.valid_until, now)}</span>
          <span
            className={`text-sm first-letter:uppercase ${isMailStuck(version) && version.number === newest ? "text-danger font-semibold" : ""}`}
          >
            {versionText(version, states[version.state].text, now)}
            {isMailStuck(version) && version.number === newest && ". Send it again, or ring and log the call"}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** What became of the version, unless its mail says it all, and of its mail. */
function versionText({ mail, undo_until: dueAt }: ShownVersion, became: string | null, now: Date): string {
  const texts = [became, mail === null ? null : deliveryText({ ...mail, due_at: dueAt }, now)];
  return texts.filter((text) => text !== null).join(". ");
}

function isMailStuck({ mail }: ShownVersion): boolean {
  const { state, error = null } = mail ?? {};
  return state === "unknown" || state === "bounced" || (state === "failed" && error !== "stopped");
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

interface DealMailsProps {
  readonly kind: DealKind;
  readonly mails: readonly RecordMail[];
}

/** The mails about the deal besides the versions that did not arrive, at once in sight. */
export function DealMails({ kind, mails }: DealMailsProps) {
  const { now } = useDeskPage();
  const others = mails.filter((mail) => mail.kind !== kind && dealMailLabel(mail.kind) !== null);
  const wrong = others.filter(isUndelivered);
  if (wrong.length === 0) return null;
  return (
    <div className="text-sm">
      <ul aria-label={dealKinds[kind].mails} className="text-danger grid gap-1 font-semibold">
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
