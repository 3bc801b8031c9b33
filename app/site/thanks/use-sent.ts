import { useLocation, useParams } from "react-router";
import * as v from "valibot";

import { useHydrated } from "#app/shared/document/use-hydrated.ts";
import { isReferenceNumber, referencePlaceholder } from "#domain/reference-number.ts";

const stateSchema = v.object({
  ref_number: v.string(),
  received_at: v.pipe(v.string(), v.isoTimestamp(), v.toDate()),
});

interface SentAsKnown {
  readonly reference: string;
  /** Null where only the server knows, which writes what follows from it into the page. */
  readonly receivedAt: Date | null;
}

/** What was sent: from the navigation; else from the address, which the server has written into the page as well. */
export function useSent(): SentAsKnown {
  const location = useLocation();
  const handedOn = v.safeParse(stateSchema, location.state);
  if (useHydrated() && handedOn.success) {
    const { ref_number: reference, received_at: receivedAt } = handedOn.output;
    return { reference, receivedAt };
  }
  const asked = new URLSearchParams(location.search).get("ref");
  return { reference: isReferenceNumber(asked) ? asked : referencePlaceholder, receivedAt: null };
}

/**
 * The kind of what was sent, where a form was posted without scripts: the address names it, as `?kind=`.
 * The build writes each kind's page under a path of its own, from which the server takes it.
 */
export function useSentKind(): string | null {
  const { search } = useLocation();
  const { kind } = useParams();
  return kind ?? new URLSearchParams(search).get("kind");
}
