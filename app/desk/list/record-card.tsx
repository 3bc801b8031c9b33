import { Link } from "react-router";

import { cardContent } from "#app/desk/record-parts/card-content.ts";
import { consentWords } from "#app/desk/record-parts/consent-words.ts";
import { Fact, FieldList } from "#app/desk/record-parts/field-list.tsx";
import { FieldValue } from "#app/desk/record-parts/field-value.tsx";
import { LongText } from "#app/desk/record-parts/long-text.tsx";
import { OrderCheck } from "#app/desk/record-parts/order-check.tsx";
import { RecordDate } from "#app/desk/record-parts/record-date.tsx";
import { RecordMarks } from "#app/desk/record-parts/record-marks.tsx";
import { StatusBadge } from "#app/desk/record-parts/status-badge.tsx";
import { StatusSelect } from "#app/desk/record-parts/status-select.tsx";
import { titleLinkClasses } from "#app/desk/record-parts/title-link.ts";
import type { Viewer } from "#app/desk/record-parts/viewer.ts";
import type { BusinessCalendar } from "#domain/business-calendar.ts";
import type { RecordStatus } from "#domain/record-status.ts";
import type { Submission, SubmissionRecord } from "#domain/submission.ts";

import { SelectBox } from "./select-box.tsx";

export interface RecordCardProps {
  readonly submission: Submission;
  readonly record: SubmissionRecord;
  readonly now: Date;
  /** Null until it is loaded. */
  readonly calendar: BusinessCalendar | null;
  readonly viewer: Viewer;
  /** Where the record is open. */
  readonly href: string;
  readonly onStatus: (record: SubmissionRecord, status: RecordStatus) => Promise<void>;
  readonly onOrder: (record: SubmissionRecord, placed: boolean) => Promise<void>;
  readonly isSelected: boolean;
  /** `isRange` takes in all records from the last one on. */
  readonly onSelect: (isRange: boolean) => void;
}

/** One record: a card on a phone, a row on a desk screen. Anywhere that does nothing else opens it. */
export function RecordCard(props: RecordCardProps) {
  const { submission, record, now, href, onStatus, onOrder, isSelected, onSelect } = props;
  const { ref_number: reference, id } = record;
  const { summary, person, contacts, facts, texts } = cardContent(submission, record);
  const [title, ...details] = summary;
  return (
    <article
      aria-labelledby={`${id}-reference ${id}-title`}
      data-reference={reference}
      data-selected={isSelected}
      className="hover:bg-surface-sunken/50 data-[selected=true]:bg-brand-soft relative grid gap-x-6 gap-y-2 px-4 py-3 md:grid-cols-2 xl:grid-cols-[16.5rem_minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)_10rem]"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-0.5 self-start md:col-span-2 md:justify-start xl:col-span-1 xl:gap-x-2.5">
        <p className="flex items-center">
          <SelectBox reference={reference} isSelected={isSelected} onToggle={onSelect} />
          <span id={`${id}-reference`} className="font-sign text-lg leading-6 font-semibold">
            {reference}
          </span>
        </p>
        <StatusBadge status={record.status} />
        <RecordDate createdAt={record.created_at} now={now} />
        <RecordMarks {...props} />
      </div>
      <div className="min-w-0">
        <h2 id={`${id}-title`} className="text-xl wrap-anywhere">
          <Link to={href} preventScrollReset className={titleLinkClasses}>
            <bdi>{title}</bdi>
          </Link>
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
          <p key={contact.name} className="relative z-1 w-fit max-w-full text-[0.9375rem] leading-6">
            <FieldValue {...contact} />
          </p>
        ))}
      </div>
      <dl className="min-w-0">
        {texts.map(({ name, field, value }) => (
          <LongText key={name} label={field.label} text={String(value)} />
        ))}
      </dl>
      <div className="relative z-1 grid gap-1 self-start">
        <StatusSelect record={record} onChange={onStatus} />
        <OrderCheck
          reference={reference}
          placed={record.order_placed}
          onChange={(placed) => onOrder(record, placed)}
        />
      </div>
    </article>
  );
}
