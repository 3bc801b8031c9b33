import { Link } from "react-router";

import {
  Fact,
  FieldList,
  FieldValue,
  LongText,
  cardContent,
  consentLabel,
} from "#app/desk/record-parts/field-values.tsx";
import { OrderCheck, StatusSelect } from "#app/desk/record-parts/record-controls.tsx";
import { RecordDate, RecordMarks, StatusBadge } from "#app/desk/record-parts/record-marks.tsx";
import type { Viewer } from "#app/desk/record-parts/viewer.ts";
import { recordAge } from "#app/desk/ui/record-age.ts";
import type { BusinessCalendar } from "#domain/business-calendar.ts";
import { formatNzDateTime } from "#domain/nz-time.ts";
import type { RecordStatus } from "#domain/record-status.ts";
import type { Submission, SubmissionRecord } from "#domain/submission.ts";

import { SelectBox } from "./selection.tsx";

interface RecordCardProps {
  readonly submission: Submission;
  readonly record: SubmissionRecord;
  readonly now: Date;
  readonly calendar: BusinessCalendar | null;
  readonly viewer: Viewer;
  readonly href: string;
  readonly onStatus: (record: SubmissionRecord, status: RecordStatus) => Promise<void>;
  readonly onOrder: (record: SubmissionRecord, placed: boolean) => Promise<void>;
  readonly isSelected: boolean;
  /** `isRange` selects all records from the last selected one to this one. */
  readonly onSelect: (isRange: boolean) => void;
}

/** One record: a card on a phone, a row on a wide screen. A click anywhere else opens it. */
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
          {submission.asksConsent && <Fact label="Consent">{consentLabel(record.consent)}</Fact>}
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

interface RecordLineProps extends RecordCardProps {
  readonly isOpen: boolean;
}

/** One record in a few lines, for the list next to an open record. */
export function RecordLine({ isOpen, ...props }: RecordLineProps) {
  const { submission, record, now, href, onStatus, isSelected, onSelect } = props;
  const { ref_number: reference, id, created_at: createdAt } = record;
  const { summary, person } = cardContent(submission, record);
  const [title, ...details] = summary;
  const instant = new Date(createdAt);
  return (
    <article
      aria-labelledby={`${id}-reference ${id}-title`}
      aria-current={isOpen ? "true" : undefined}
      data-reference={reference}
      className="hover:bg-surface-sunken/50 aria-[current]:bg-brand-soft relative px-4 py-2.5 aria-[current]:shadow-[inset_4px_0_0_var(--color-brand)]"
    >
      <div className="flex items-baseline justify-between gap-3">
        <h2 id={`${id}-title`} className="min-w-0 truncate text-lg">
          <Link to={href} preventScrollReset className={titleLinkClasses}>
            <bdi>{title}</bdi>
          </Link>
        </h2>
        <time
          dateTime={createdAt}
          title={formatNzDateTime(instant)}
          className="text-ink-muted shrink-0 text-sm whitespace-nowrap"
        >
          {recordAge(instant, now)}
        </time>
      </div>
      <p className="truncate leading-snug">
        {details.map((line) => (
          <bdi key={line} className="mr-2 font-semibold">
            {line}
          </bdi>
        ))}
        <bdi className="text-ink-muted">{person}</bdi>
      </p>
      <div className="mt-1 flex items-center justify-between gap-3">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2">
          <SelectBox reference={reference} isSelected={isSelected} onToggle={onSelect} />
          <span id={`${id}-reference`} className="font-sign font-semibold">
            {reference}
          </span>
          <StatusBadge status={record.status} />
        </p>
        <span className="relative z-1 w-32 shrink-0">
          <StatusSelect isSmall record={record} onChange={onStatus} />
        </span>
      </div>
      <div className="flex flex-wrap gap-x-3">
        <RecordMarks {...props} />
      </div>
    </article>
  );
}

/** Stretches the title's link and its focus ring over the whole record. */
const titleLinkClasses =
  "outline-none after:absolute after:inset-0 focus-visible:after:-outline-offset-3 focus-visible:after:outline-3 focus-visible:after:outline-ink focus-visible:after:outline-solid";
