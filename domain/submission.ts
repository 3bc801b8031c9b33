import type { Field, FieldColumns, Fields, FieldValues } from "./field.ts";
import type { RecordColumns, Repeats } from "./record-columns.ts";
import type { ReplyRule } from "./reply-due.ts";

/** The tables of records, one for each form. */
export type RecordTableName = "quote_requests" | "contact_messages" | "vehicle_submissions";

/** `name` is for URLs and files, `formType` for the mail call, `table` for the store call (section 7). */
export interface Submission<F extends Fields = Fields> {
  readonly name: string;
  readonly formType: string;
  readonly table: RecordTableName;
  readonly page: string;
  readonly title: string; // In mail subjects: "Quote request".
  readonly tab: { readonly title: string; readonly empty: string };
  readonly asksConsent: boolean;
  readonly hasFiles: boolean; // A list of files (specification section 7).
  readonly hasDeal?: true; // Quotes and orders follow it.
  readonly hasSale?: true; // Offers and a purchase follow it.
  readonly button: { readonly label: string; readonly busy: string };
  readonly failureMessage: string; // Shown if the server sends no message (section 8).
  readonly successTitle: string;
  readonly promise: string; // On the page and in the receipt.
  readonly replyRule: ReplyRule;
  readonly followUp?: string; // Names what we will ask for.
  readonly purpose: string; // Completes "We collect this to ...".
  readonly summaryFields: readonly string[]; // Identify it in subjects and lists.
  readonly summaryLabel: string; // Before those, for the visitor: "You asked for".
  readonly groups: readonly FieldGroup[]; // Every field once, in the order in which people know the answers.
  readonly fields: F; // In the order of mails, files and the desk.
}

export interface FieldGroup<Name extends string = string> {
  readonly title?: string;
  readonly names: readonly Name[];
  /** Optional fields that open on demand, under the title. */
  readonly folded?: true;
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
  } & UngroupedFields<Exclude<keyof F, Grouped>>,
): Submission<F> & { readonly name: Name } {
  return submission;
}

/** Refuses a form that leaves fields out of its groups, naming them. */
type UngroupedFields<Names> = [Names] extends [never] ? unknown : { readonly fieldsInNoGroup: Names };

export type SubmissionValues<S extends Submission> = FieldValues<S["fields"]>;

/** A stored submission as the desk reads it. `consent` is null if the server adopted the record. */
export type SubmissionRecord<S extends Submission = Submission> = RecordColumns &
  FieldColumns<S["fields"]> & {
    readonly consent?: boolean | null;
    readonly repeats?: Repeats | null;
    readonly next_step?: string | null; // The next step of staff on the deal (deals/stage.ts).
    readonly step_until?: string | null;
    readonly sold_text?: string | null; // What was quoted or sold.
    readonly in_stock?: boolean; // It is open, and we have a part that fits.
  };

/** The id of a field's control, which messages link to. */
export function controlId({ name }: Submission, fieldName: string): string {
  return `${name}-${fieldName}`;
}

export function fieldEntries(submission: Submission): [name: string, field: Field][] {
  return Object.entries(submission.fields);
}

export function correctableFields(submission: Submission): Fields {
  return Object.fromEntries(fieldEntries(submission).filter(([, field]) => field.correctable === true));
}

/** Returns whether the visitor gets a page that changes with the steps of staff: for a quote request or a vehicle. */
export function hasSteps({ hasDeal, hasSale }: Submission): boolean {
  return hasDeal === true || hasSale === true;
}
