import type { Field, FieldColumns, Fields, FieldValues } from "./field.ts";
import type { ReplyRule } from "./reply-rule.ts";

/**
 * The definition of a form. `name` is used in URLs and file names, `formType` in the mail call, `table` in the
 * store call (specification section 7).
 */
export interface Submission<F extends Fields = Fields> {
  readonly name: string;
  readonly formType: string;
  readonly table: string;
  readonly page: string;
  /** What staff call one submission, in mail subjects: "Quote request". */
  readonly title: string;
  readonly tab: { readonly title: string; readonly empty: string };
  readonly asksConsent: boolean;
  /** Records carry a list of files (specification section 7). */
  readonly hasFiles: boolean;
  readonly button: { readonly label: string; readonly busy: string };
  /** Shown if the server gives no message of its own (specification section 8). */
  readonly failureMessage: string;
  readonly successTitle: string;
  /** What we do next, on the page and in the receipt. */
  readonly promise: string;
  readonly replyRule: ReplyRule;
  /** What we will ask the visitor for, if anything. */
  readonly followUp?: string;
  /** Completes "We collect this to ..." in the collection notice. */
  readonly purpose: string;
  /** The fields that identify a submission at a glance, in mail subjects and lists. */
  readonly summaryFields: readonly string[];
  /** Every field once, in the order in which people know the answers. A short form needs no titles. */
  readonly groups: readonly FieldGroup[];
  /** In the order of mails, files and the desk. */
  readonly fields: F;
}

export interface FieldGroup<Name extends string = string> {
  readonly title?: string;
  readonly names: readonly Name[];
}

/** `name` is a literal, so that the compiler finds what has to be said of every form (`FormName`). */
export function defineSubmission<
  const F extends Fields,
  const Name extends string,
  const Grouped extends keyof F & string,
>(
  submission: Submission<F> & {
    readonly name: Name;
    readonly summaryFields: readonly (keyof F)[];
    readonly groups: readonly FieldGroup<Grouped>[];
  } & Ungrouped<Exclude<keyof F, Grouped>>,
): Submission<F> & { readonly name: Name } {
  return submission;
}

/** Refuses a form that leaves fields out of its groups, naming them. */
type Ungrouped<Names> = [Names] extends [never] ? unknown : { readonly fieldsInNoGroup: Names };

export type SubmissionValues<S extends Submission> = FieldValues<S["fields"]>;

export interface RecordColumns {
  readonly id: string;
  readonly ref_number: string;
  readonly status: string;
  /** ISO 8601, UTC. */
  readonly created_at: string;
  readonly updated_at: string | null;
  readonly file_urls: readonly string[];
  /** Stored by the server because the visitor's store call never came. */
  readonly adopted: boolean;
  /** Led to an order: kept when enquiries are removed. */
  readonly order_placed: boolean;
  /** Grows with every record of any form. */
  readonly number: number;
  /** The event that last changed it: a change based on another version is stale. */
  readonly version: number;
  /** The assignee. */
  readonly owner_id: string | null;
  readonly snoozed_until: string | null;
}

/** A stored submission as the desk reads it. `consent` is null if the server adopted the record. */
export type SubmissionRecord<S extends Submission = Submission> = RecordColumns &
  FieldColumns<S["fields"]> & { readonly consent?: boolean | null };

export function fieldEntries(submission: Submission): [name: string, field: Field][] {
  return Object.entries(submission.fields);
}

export function correctableFields(submission: Submission): Fields {
  return Object.fromEntries(fieldEntries(submission).filter(([, field]) => field.correctable === true));
}
