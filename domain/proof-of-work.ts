import * as v from "valibot";

/** An ALTCHA challenge (version 2), needed while many submissions arrive. The signature covers all of it. */
export const challengeSchema = v.object({
  parameters: v.object({
    algorithm: v.literal("PBKDF2/SHA-256"),
    nonce: v.string(),
    salt: v.string(),
    cost: v.number(),
    keyLength: v.number(),
    keyPrefix: v.string(),
    keySignature: v.string(),
    expiresAt: v.number(), // Unix time in seconds.
    data: v.object({
      submission: v.string(), // A keyed hash.
      tries: v.number(), // The most tries it can take.
    }),
  }),
  signature: v.string(),
});
export type Challenge = v.InferOutput<typeof challengeSchema>;

export const proofSchema = v.object({
  challenge: challengeSchema,
  solution: v.object({ counter: v.number(), derivedKey: v.string() }),
});
