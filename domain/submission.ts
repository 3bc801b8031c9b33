import type { Field, FieldColumns, Fields, FieldValues } from "./field.ts";
import type { ReplyRule } from "./reply-due.ts";

/**
 * One kind of submission. `name` is its part of URLs and file names, `formType` its name in the
 * mail call, `table` its name in the store call (specification section 7).
 */
export interface Submission<F extends Fields = Fields> {
  readonly name: string;
  readonly formType: string;
  readonly table: string;
  /** Path of the page that holds the form. */
  readonly page: string;
  /** What staff call one of them, in mail subjects: "Quote request". */
  readonly title: string;
  readonly tab: { readonly title: string; readonly empty: string };
  /** The form has a consent box whose answer is stored with the record. */
  readonly asksConsent: boolean;
  /** Records carry a list of files (specification section 7). */
  readonly hasFiles: boolean;
  readonly button: { readonly label: string; readonly busy: string };
  /** Shown when the server gives no words of its own (specification section 8). */
  readonly failureMessage: string;
  /** Tells the visitor that it has arrived. */
  readonly successTitle: string;
  /** What we do next, on the page and in the receipt. */
  readonly promise: string;
  /** When the reply that it speaks of is due. */
  readonly replyRule: ReplyRule;
  /** What we ask of the visitor then, if anything. */
  readonly followUp?: string;
  /** Completes "We collect this to ..." in the collection notice. */
  readonly purpose: string;
  /** The fields that tell one from another at a glance, in mail subjects and lists. */
  readonly summaryFields: readonly string[];
  readonly fields: F;
}

export function defineSubmission<const F extends Fields>(
  submission: Submission<F> & { readonly summaryFields: readonly (keyof F)[] },
): Submission<F> {
  return submission;
}

export type SubmissionValues<S extends Submission> = FieldValues<S["fields"]>;

/** Columns that the server alone decides, and those every kind of record has. */
export interface RecordColumns {
  readonly id: string;
  readonly ref_number: string;
  readonly status: string;
  /** ISO 8601, UTC. */
  readonly created_at: string;
  readonly updated_at: string | null;
  readonly file_urls: readonly string[];
  /** Stored by the sweeper, because the visitor's store call never came. */
  readonly adopted: boolean;
  /** It led to an order: kept beyond the time after which enquiries are removed. */
  readonly order_placed: boolean;
  /** Grows with every record of all kinds. */
  readonly number: number;
  /** The event that last changed it: a change of another version is stale. */
  readonly version: number;
  /** The user who looks after it. */
  readonly owner_id: string | null;
  readonly snoozed_until: string | null;
}

/** A stored submission as the panel reads it. `consent` is null where a record was adopted. */
export type SubmissionRecord<S extends Submission = Submission> = RecordColumns &
  FieldColumns<S["fields"]> & { readonly consent?: boolean | null };

/** One line that tells this submission from others, for example "2015 Honda TRX420FM front diff". */
export function summaryOf(
  submission: Submission,
  values: Readonly<Record<string, string | number | null | undefined>>,
): string {
  return submission.summaryFields
    .flatMap((name) => {
      const [field, value] = [submission.fields[name], values[name]];
      return field === undefined || value === undefined || value === null ? [] : [displayValue(field, value)];
    })
    .join(" ");
}

/** A field's value as people read it: the label of a choice, an amount with its currency. */
export function displayValue(field: Field, value: string | number): string {
  if (field.kind === "choice") return field.options[String(value)] ?? String(value);
  return field.kind === "money" ? `$${Number(value).toFixed(2)} NZD` : String(value);
}

export function fieldEntries(submission: Submission): [name: string, field: Field][] {
  return Object.entries(submission.fields);
}

/** The fields that staff can correct, by name. */
export function correctableFields(submission: Submission): Fields {
  return Object.fromEntries(fieldEntries(submission).filter(([, field]) => field.correctable === true));
}
