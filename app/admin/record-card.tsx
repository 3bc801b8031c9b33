import { useEffect, useRef } from "react";

import type { BusinessCalendar } from "#domain/business-calendar.ts";
import { initialStatus, type RecordStatus } from "#domain/record-status.ts";
import type { Submission, SubmissionRecord } from "#domain/submission.ts";

import { cardContent } from "./card-content.ts";
import { DueNote } from "./due-note.tsx";
import { Fact, FieldList } from "./field-list.tsx";
import { FieldValue } from "./field-value.tsx";
import { LongText } from "./long-text.tsx";
import { OrderCheck } from "./order-check.tsx";
import { RecordDate } from "./record-date.tsx";
import { StatusBadge } from "./status-badge.tsx";
import { StatusSelect } from "./status-select.tsx";

interface RecordCardProps {
  readonly submission: Submission;
  readonly record: SubmissionRecord;
  readonly now: Date;
  /** Null until it is loaded. */
  readonly calendar: BusinessCalendar | null;
  /** The page's address asks for this record: bring it into view. */
  readonly isLinked: boolean;
  readonly onStatus: (id: string, status: RecordStatus) => Promise<void>;
  readonly onOrder: (id: string, placed: boolean) => Promise<void>;
}

/** One record: a card on a phone, a row on a desk screen. */
export function RecordCard(props: RecordCardProps) {
  const { submission, record, now, calendar, isLinked, onStatus, onOrder } = props;
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isLinked) return;
    card.current?.scrollIntoView({ block: "center" });
    card.current?.focus({ preventScroll: true });
  }, [isLinked]);

  const { ref_number: reference, id } = record;
  const { summary, person, contacts, facts, texts } = cardContent(submission, record);
  const [title, ...details] = summary;
  return (
    <article
      ref={card}
      tabIndex={-1}
      aria-labelledby={`${id}-reference ${id}-title`}
      data-reference={reference}
      className={`grid gap-x-6 gap-y-2 px-4 py-3 md:grid-cols-2 xl:grid-cols-[12.5rem_minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)_10rem] ${isLinked ? "outline-brand outline-3 -outline-offset-3" : ""}`}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-0.5 self-start md:col-span-2 md:justify-start xl:col-span-1 xl:flex-col xl:items-start">
        <p id={`${id}-reference`} className="font-sign text-lg leading-6 font-semibold">
          {reference}
        </p>
        <StatusBadge status={record.status} />
        <RecordDate createdAt={record.created_at} now={now} />
        {calendar !== null && record.status === initialStatus && (
          <DueNote submission={submission} record={record} calendar={calendar} now={now} />
        )}
      </div>
      <div className="min-w-0">
        <h2 id={`${id}-title`} className="text-xl wrap-anywhere">
          <bdi>{title}</bdi>
        </h2>
        {details.map((line) => (
          <p key={line} className="leading-snug font-semibold wrap-anywhere">
            <bdi>{line}</bdi>
          </p>
        ))}
        <FieldList fields={facts}>
          {submission.asksConsent && <Fact label="Consent">{consentWords(record.consent)}</Fact>}
        </FieldList>
      </div>
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">
          <bdi>{person}</bdi>
        </p>
        {contacts.map((contact) => (
          <p key={contact.name} className="text-[0.9375rem] leading-6">
            <FieldValue {...contact} />
          </p>
        ))}
      </div>
      <dl className="min-w-0">
        {texts.map(({ name, field, value }) => (
          <LongText key={name} label={field.label} text={String(value)} />
        ))}
      </dl>
      <div className="grid gap-1 self-start">
        <StatusSelect
          reference={reference}
          status={record.status}
          onChange={(status) => onStatus(id, status)}
        />
        <OrderCheck
          reference={reference}
          placed={record.order_placed}
          onChange={(placed) => onOrder(id, placed)}
        />
      </div>
    </article>
  );
}

/** A record that the sweeper adopted has no answer to the consent box (design.md section 8.2). */
function consentWords(consent: unknown): string {
  if (consent === true) return "given";
  return consent === false ? "not given" : "unknown (adopted)";
}
