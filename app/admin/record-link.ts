import { isReferenceNumber } from "#domain/reference-number.ts";

/** The record that a panel address asks for, as the staff mail writes it: `/admin?record=<reference>`. */
export function linkedReference(search: URLSearchParams): string | null {
  const reference = search.get("record");
  return isReferenceNumber(reference) ? reference : null;
}

/** `path`, remembering the record that is asked for. */
export function withReference(path: string, reference: string | null): string {
  return reference === null ? path : `${path}?record=${reference}`;
}
