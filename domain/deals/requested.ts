import { splitSeveral } from "#domain/several.ts";

import { type QuoteLine, quoteGrades } from "./quote.ts";

interface QuoteRequestFields {
  readonly full_name: string;
  readonly part_needed: string;
  readonly make: string;
  readonly model: string;
  readonly delivery_address: string;
  readonly condition_preference?: string | null | undefined;
}

export interface RequestedMachine {
  readonly make: string;
  readonly model: string;
}

export interface RequestedPart {
  readonly name: string;
  readonly part: string;
  readonly machine: RequestedMachine;
  readonly address: string;
  readonly grade: QuoteLine["grade"];
}

export function requestedIn(request: QuoteRequestFields): RequestedPart {
  const {
    full_name: name,
    part_needed: part,
    make,
    model,
    delivery_address: address,
    condition_preference: wish,
  } = request;
  return {
    name,
    part,
    machine: { make, model },
    address,
    grade: quoteGrades.find((one) => one === wish) ?? null,
  };
}

/** One for each box of the form that was filled in. */
export function requestedParts({
  part_needed: line,
  notes,
}: {
  readonly part_needed: string;
  readonly notes?: string | null | undefined;
}): string[] {
  const parts = splitSeveral({ line, rest: notes ?? null });
  return parts.length === 0 ? [line] : parts;
}

export const machineColumns = ["year", "make", "model"] as const;

/** "2004 Honda TRX350" */
export function machineText(
  row: Readonly<Record<(typeof machineColumns)[number], string | number | null>>,
): string {
  return machineColumns.flatMap((name) => row[name] ?? []).join(" ");
}
