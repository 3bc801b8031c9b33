import type { Challenge } from "#domain/proof-of-work.ts";

/** What one worker has to try: the counters `first`, `first + step`, and so on. */
export interface Share {
  readonly challenge: Challenge;
  readonly first: number;
  readonly step: number;
}

/** What a worker reports. */
export type Finding =
  | { readonly kind: "progress"; readonly tries: number }
  | { readonly kind: "solved"; readonly solution: { readonly counter: number; readonly derivedKey: string } }
  | { readonly kind: "failed"; readonly why: string };
