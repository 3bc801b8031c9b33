/** An expected outcome: what was done, or why not. Null stays for "not found"; only the unexpected is thrown. */
export type Outcome<Done, Refusal> = { readonly ok: Done } | { readonly refusal: Refusal };
