import { quotePrefillNames } from "#domain/forms/quote-request.ts";
import { fieldOf } from "#domain/forms/quote-start.ts";

import { storageKey } from "./handed-on.ts";

/** Right after the form: on a slow line, React fills it in seconds after it is seen (app/site/submission/form-values.ts). */
export function EarlyValues() {
  const names = quotePrefillNames.map((name) => [name, fieldOf[name]]);
  const values = JSON.stringify([storageKey, names]).slice(1, -1);
  return <script dangerouslySetInnerHTML={{ __html: `(${showEarly.toString()})(${values})` }} />;
}

/** Inlined into the page as text: it must not refer to anything outside itself. React reads a year of other than four digits. */
function showEarly(key: string, names: readonly (readonly [string, string])[]): void {
  try {
    const values = JSON.parse(sessionStorage.getItem(key) ?? "{}");
    for (const [from, name] of location.search === "" ? names : []) {
      const text = String(values[from] ?? "").trim();
      const input = document.querySelector<HTMLInputElement>(`[data-form] [name="${name}"]`);
      if (input !== null && text !== "" && (from !== "year" || /^\d{4}$/.test(text))) input.value = text;
    }
  } catch {
    // The browser forbids storage, or it holds something else: the form is as it was built.
  }
}
