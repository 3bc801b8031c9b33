import * as v from "valibot";

/** The header of the mail call that carries a solved challenge: base64 of the JSON below. */
export const proofHeader = "altcha";

/**
 * An ALTCHA challenge (version 2): a small computation that submissions need while many arrive. Its signature
 * covers every parameter.
 */
export const challengeSchema = v.object({
  parameters: v.object({
    algorithm: v.literal("PBKDF2/SHA-256"),
    nonce: v.string(),
    salt: v.string(),
    cost: v.number(),
    keyLength: v.number(),
    keyPrefix: v.string(),
    keySignature: v.string(),
    /** Unix time in seconds. */
    expiresAt: v.number(),
    data: v.object({
      /** Keyed hash of the submission it is for. */
      submission: v.string(),
      /** Difficulty: the most tries it can take. */
      tries: v.number(),
    }),
  }),
  signature: v.string(),
});
export type Challenge = v.InferOutput<typeof challengeSchema>;

export const proofSchema = v.object({
  challenge: challengeSchema,
  solution: v.object({ counter: v.number(), derivedKey: v.string() }),
});
