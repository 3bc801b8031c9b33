/** What this tab has just sent. */
export interface SentForm {
  readonly form: string;
  readonly reference: string;
  /** In the visitor's own words: it may not leave the browser. */
  readonly summary: string;
  readonly values: Readonly<Record<string, string>>;
}

const key = "quadkea-sent";

/** Keeps it for the thanks page, until the visitor opens another page or closes the tab. */
export function keepSentForm(sent: SentForm): void {
  withoutFail(() => sessionStorage.setItem(key, JSON.stringify(sent)));
}

export function readSentForm(): SentForm | null {
  return withoutFail(() => JSON.parse(sessionStorage.getItem(key) ?? "null") as SentForm | null) ?? null;
}

export function forgetSentForm(): void {
  withoutFail(() => sessionStorage.removeItem(key));
}

/** Browsers can forbid the storage. Then the thanks page knows only the reference. */
function withoutFail<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
