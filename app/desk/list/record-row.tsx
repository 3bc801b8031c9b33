import { Boxes, Copy, Merge, ShoppingBag, Users } from "lucide-react";
import { memo, type MouseEvent as ReactMouseEvent, type ReactNode } from "react";
import { Link } from "react-router";

import { deskSummary } from "#app/desk/record-parts/desk-summary.ts";
import { AssigneeMark, DueMark, StatusSelect, waitLabels } from "#app/desk/record-parts/record-marks.tsx";
import { useDeskBasics } from "#app/desk/state/desk-page.ts";
import { nextSteps } from "#domain/deals/stage.ts";
import { displayValue, type Field, kindOf } from "#domain/field.ts";
import { formatNzDateTime, formatNzShortDateTime } from "#domain/nz-time.ts";
import { repeatsCountedTo } from "#domain/record-columns.ts";
import { isToAnswer } from "#domain/record-status.ts";
import { valueInRole } from "#domain/submission-values.ts";
import { fieldEntries, type Submission, type SubmissionRecord } from "#domain/submission.ts";

import { SelectBox } from "./selection.tsx";

interface RecordRowProps {
  readonly submission: Submission;
  readonly record: SubmissionRecord;
  /** The address that opens it. */
  readonly link: string;
  readonly isOpen: boolean;
  readonly isSelected: boolean;
  /** `isRange` selects all records from the last selected one to this one. */
  readonly onSelect: (reference: string, isRange: boolean) => void;
}

/** Shows a record on one line if there is room, or on three (record-row.css). A click outside its controls opens it. */
export const RecordRow = memo(function RecordRow(props: RecordRowProps) {
  const { submission, record, link, isOpen, isSelected, onSelect } = props;
  const { now } = useDeskBasics();
  const step = stepChip(record, now); // The step takes the place of the due time, which the open record shows too.
  const { ref_number: reference, id, created_at: createdAt } = record;
  const { summary, person, contacts, others } = rowContent(submission, record);
  const [title, ...details] = summary;
  const rest = others.map(({ field, value }) => displayValue(field, value));
  const phone = contacts.find(({ field }) => field.kind === "phone");
  const email = contacts.find(({ field }) => field.kind === "email");
  const arrived = new Date(createdAt);
  const [day, time] = formatNzShortDateTime(arrived, now).split(", ");
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Keys have the link.
    <article
      aria-labelledby={`${id}-reference ${id}-title`}
      aria-current={isOpen ? "true" : undefined}
      data-reference={reference}
      data-selected={isSelected}
      onClick={passToTitle}
      className="record-row hover:bg-surface-sunken/60 data-[selected=true]:bg-brand-soft aria-[current]:bg-brand-soft cursor-pointer aria-[current]:shadow-[inset_3px_0_0_var(--color-brand)]"
    >
      <div data-cell="tools">
        <SelectBox
          reference={reference}
          isSelected={isSelected}
          onToggle={(isRange) => onSelect(reference, isRange)}
        />
        <span id={`${id}-reference`} data-cell="reference">
          {reference}
        </span>
        <span data-cell="status">
          <StatusSelect isBadge record={record} />
        </span>
      </div>
      <h2 id={`${id}-title`} data-cell="title" title={title}>
        <Link to={link} preventScrollReset className={titleLinkClasses}>
          <bdi>{title}</bdi>
        </Link>
      </h2>
      <p data-cell="text">
        <bdi data-cell="part" title={details.join(" · ")}>
          {record.sold_text ?? details.join(" · ")}
        </bdi>
        <bdi data-cell="person" title={person}>
          {person}
        </bdi>
        <bdi data-cell="phone">
          {phone === undefined ? nothing(record) : displayValue(phone.field, phone.value)}
        </bdi>
        <bdi data-cell="email" title={String(email?.value ?? "")}>
          {email === undefined ? nothing(record) : displayValue(email.field, email.value)}
        </bdi>
        <bdi data-cell="rest" title={rest.join(" · ")}>
          {rest.join(" · ")}
        </bdi>
      </p>
      <span data-cell="due">{step ?? <DueMark submission={submission} record={record} />}</span>
      <span data-cell="marks">
        <Marks record={record} />
      </span>
      <time data-cell="date" dateTime={createdAt} title={formatNzDateTime(arrived)}>
        {day}
        {time !== undefined && <span data-cell="time">, {time}</span>}
      </time>
    </article>
  );
});

/** What staff entered may lack what every visitor gives: a gap would look like an error. */
const nothing = ({ channel }: SubmissionRecord) => (channel === null ? "" : "–");

/** Texts with a hover title are above the stretched link: it gets their clicks, with the keys that are held. */
function passToTitle({ target, currentTarget, nativeEvent }: ReactMouseEvent): void {
  if (target instanceof Element && target.closest("a, button, input, label, select") === null)
    currentTarget.querySelector("h2 a")?.dispatchEvent(new MouseEvent("click", nativeEvent));
}

function Marks({ record }: { readonly record: SubmissionRecord }) {
  const { duplicate_of: merged, repeats = null } = record;
  const original = repeats?.duplicate_of ?? null;
  const isMost = repeats?.count === repeatsCountedTo;
  const count = `${repeats?.count ?? 0}${isMost ? "+" : ""}`;
  return (
    <>
      {merged !== null && (
        <Mark text={`Merged into ${merged}`}>
          <Merge aria-hidden className="size-4" />
        </Mark>
      )}
      {original !== null && (
        <Mark text={`The same as ${original}`} colour="text-warn">
          <Copy aria-hidden className="size-4" />
        </Mark>
      )}
      {repeats !== null && (
        <Mark text={`${count} from the same person`}>
          <Users aria-hidden className="size-4" />
          <span aria-hidden>{count}</span>
        </Mark>
      )}
      {record.in_stock === true && (
        <Mark text="In stock" colour="text-ok">
          <Boxes aria-hidden className="size-4" />
        </Mark>
      )}
      {record.order_placed && (
        <Mark text="Order placed" colour="text-ok">
          <ShoppingBag aria-hidden className="size-4" />
        </Mark>
      )}
      <AssigneeMark record={record} />
    </>
  );
}

interface MarkProps {
  /** The hover title, and the text for screen readers. */
  readonly text: string;
  readonly colour?: string;
  readonly children: ReactNode;
}

function Mark({ text, colour = "", children }: MarkProps) {
  return (
    <span
      title={text}
      className={`relative z-1 inline-flex shrink-0 items-center gap-0.5 tabular-nums ${colour}`}
    >
      {children}
      <span className="sr-only">{text}</span>
    </span>
  );
}

/** Stretches the title's link and its focus ring over the whole record. */
const titleLinkClasses =
  "outline-none after:absolute after:inset-0 focus-visible:after:-outline-offset-3 focus-visible:after:outline-3 focus-visible:after:outline-ink focus-visible:after:outline-solid";

/** Shows a mail problem or the next step. Returns null if the status says enough: before a quote is sent, and at the end. */
function stepChip(record: SubmissionRecord, now: Date): ReactNode {
  const mail = mailLabels.get(record.mail_problem);
  const label = mail ?? stepLabel(record, now);
  // What is due says more than the step.
  if (label === null || (mail === undefined && waitLabels(record) !== null)) return null;
  const colour = mail === undefined ? "bg-info-soft text-info" : "bg-danger-soft text-danger";
  return (
    <span data-step title={label} className={`${colour} truncate rounded-sm px-1.5 text-xs font-semibold`}>
      {label}
    </span>
  );
}

/** Labels by the column `mail_problem`. */
const mailLabels: ReadonlyMap<string | null, string> = new Map([
  ["bounced", "Mail came back: ring"],
  ["failed", nextSteps.mail],
  ["unknown", "Mail may have arrived"],
]);

function stepLabel(record: SubmissionRecord, now: Date): string | null {
  const { next_step: step, step_until: until } = record;
  const isOver = typeof until === "string" && new Date(until) <= now;
  if (step === "waiting" && isOver) return nextSteps.expired;
  if (step === "quote" || step === "done" || (step === "offer" && isToAnswer(record))) return null;
  const label = Object.entries(nextSteps).find(([name]) => name === step)?.[1] ?? null;
  // Parts of a machine on hold leave later.
  return step === "pack" && until && !isOver
    ? `${label}, from ${formatNzShortDateTime(new Date(until), now).split(",")[0]}`
    : label;
}

interface FilledField {
  readonly name: string;
  readonly field: Field;
  readonly value: string | number;
}

/** Arranges a record by the fields of its form, so that a new form or field needs no new row. Long texts come last. */
export function rowContent(submission: Submission, record: SubmissionRecord) {
  const shown = new Set(submission.summaryFields);
  const filled = fieldEntries(submission).flatMap(([name, field]): FilledField[] => {
    const value = record[name] ?? "";
    return value === "" || shown.has(name) || field.role === "person" ? [] : [{ name, field, value }];
  });
  const isLong = ({ field }: FilledField) => kindOf(field).isLong === true;
  const isContact = ({ field }: FilledField) => kindOf(field).contactLink !== undefined;
  return {
    summary: deskSummary(submission, record),
    person: valueInRole(submission, record, "person"),
    contacts: filled.filter(isContact),
    others: filled
      .filter((each) => !isContact(each))
      .toSorted((one, other) => Number(isLong(one)) - Number(isLong(other))),
  };
}
