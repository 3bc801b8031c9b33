import type { Outcome } from "./outcome.ts";

export interface FieldBase {
  readonly label: string;
  readonly required: boolean;
  readonly hint?: string;
  readonly role?: "person" | "machine" | "part";
  /** Says who somebody is or how to reach them: staff can correct it (Privacy Act 2020, IPP 7). */
  readonly correctable?: true;
  /** Records that agree in this field are related. Staff read it after "same": "e-mail". */
  readonly matches?: string;
  readonly countedAs?: "makes" | "parts";
  /** Names from our catalogue that the form suggests. Any other text is as good. */
  readonly suggests?: "makes" | "models" | "parts";
  readonly help?: FieldHelp;
  /** Words that one tap adds to the text. */
  readonly chips?: readonly string[];
  /** The form takes several texts for this field and joins them. What does not fit goes to the field `restIn`. */
  readonly several?: { readonly atMost: number; readonly another: string; readonly restIn: string };
}

/** A question that visitors have about a field, and the answers, shown on demand. */
export interface FieldHelp {
  readonly question: string;
  readonly notes: readonly { readonly title: string; readonly text: string }[];
}

/** The HTML control of a field, for React and for pages without scripts alike. */
export interface FieldControl {
  readonly element: "input" | "textarea" | "select" | "radios";
  /** React's names: HTML's but for capitals. */
  readonly attributes: ControlAttributes;
  readonly isNarrow?: true;
  readonly isUpperCase?: true;
  readonly options?: readonly ControlOption[];
  readonly initial?: string;
}

/** `meaning` is the line that explains the label. */
export type ControlOption = readonly [value: string, label: string, meaning?: string];

export interface ControlAttributes {
  readonly type?: string;
  readonly inputMode?: "text" | "email" | "tel" | "numeric" | "decimal";
  readonly autoComplete?: string | undefined;
  readonly autoCapitalize?: "characters";
  readonly spellCheck?: false;
  readonly rows?: number;
  readonly min?: number | string;
  readonly max?: number | string;
  readonly step?: number;
}

export interface FieldKind<Field, Value extends string | number> {
  readonly column: "text" | "integer" | "decimal";
  /** Reads a value of a JSON body; the visitor sees why it is refused. */
  read(field: Field, value: unknown, now: Date): Outcome<Value, string>;
  /** Reads what a form sends. Text that is no such value stays text, to be refused. */
  fromText(text: string): Value | string;
  display(field: Field, value: Value): string;
  control(field: Field, now: Date): FieldControl;
  searchTexts(field: Field, value: Value): readonly string[];
  /** A question about what was typed, if it looks like a mistake beside the make. The text is accepted all the same. */
  doubt?(text: string, make?: string): string | null;
  /** Suggests a correction, offered at one press. The text is accepted all the same. */
  meant?(text: string): string | null;
  /** Makes the first press of the button only ask if the value is in doubt. The second press sends. */
  readonly asksBeforeSending?: true;
  /** How much has been typed, for texts of a fixed length. */
  count?(text: string): string;
  /** Returns each name in a value in one spelling, for fields with `matches`; [] if the value is too short. */
  matchKeys?(value: Value): readonly string[];
  /** A link that contacts the visitor; null if the value holds no address. */
  contactLink?(value: Value): string | null;
  readonly isLong?: true;
  readonly unit?: string;
}
