import type { Selection } from "#domain/deals/quote.ts";

export interface SentApproval {
  readonly hasTick: boolean;
  readonly number: number;
  readonly hash: string;
  readonly selection: Selection;
}

/** As the approval form sends it (deals.md section 4). What is no such form agrees to nothing. */
export function readApproval(fields: Readonly<Record<string, unknown>>): SentApproval {
  const { accept, version, hash } = fields;
  const named = (prefix: string) =>
    Object.entries(fields).flatMap(([name, value]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), value] as const] : [],
    );
  const choices: Record<string, string> = {};
  for (const [group, value] of named("choice-")) choices[group] = typeof value === "string" ? value : "";
  return {
    hasTick: accept === "on",
    number: typeof version === "string" && /^\d{1,6}$/.test(version) ? Number(version) : 0,
    hash: typeof hash === "string" ? hash : "",
    selection: { choices, options: named("option-").map(([id]) => id) },
  };
}
