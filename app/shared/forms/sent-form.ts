import { tryStorage } from "#app/shared/document/storage.ts";

/** What this tab has just sent. */
export interface SentForm {
  readonly form: string;
  readonly reference: string;
  /** In the visitor's own words: it may not leave the browser. */
  readonly summary: string;
  readonly values: Readonly<Record<string, string>>;
}

export const sentFormKey = "quadkea-sent";

/** Keeps it for the thanks page, which otherwise knows only the reference, until the visitor leaves that page. */
export function keepSentForm(sent: SentForm): void {
  tryStorage(() => sessionStorage.setItem(sentFormKey, JSON.stringify(sent)));
}

export function readSentForm(): SentForm | null {
  const stored = tryStorage((): unknown => JSON.parse(sessionStorage.getItem(sentFormKey) ?? "null"));
  return isSentForm(stored) ? stored : null;
}

/** Not by valibot, which would weigh more than the whole script of the public pages. */
function isSentForm(value: unknown): value is SentForm {
  if (typeof value !== "object" || value === null || !("form" in value && "reference" in value)) return false;
  if (!("summary" in value && "values" in value)) return false;
  const texts = [value.form, value.reference, value.summary];
  if (typeof value.values !== "object" || value.values === null) return false;
  const typed: unknown[] = Object.values(value.values);
  return [...texts, ...typed].every((text) => typeof text === "string");
}

export function forgetSentForm(): void {
  tryStorage(() => sessionStorage.removeItem(sentFormKey));
}
