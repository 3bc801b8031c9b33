import { randomInt } from "node:crypto";

import { createChallenge, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import * as v from "valibot";

import { type Challenge, challengeSchema, proofSchema } from "#domain/proof-of-work.ts";
import type { Keys } from "#server/platform/secrets/keyed-hash.ts";

import { type Level, roundsPerTry, triesAt } from "./effort.ts";

/** A challenge that was solved for this submission. It counts once: `name` is to be counted against. */
export interface Proof {
  readonly name: string;
  /** Until the challenge expires, and so how long it must be remembered as spent. */
  readonly windowMs: number;
  /** How hard it was: the most tries it could have taken. */
  readonly tries: number;
}

export interface ProofOfWork {
  /** A challenge that only this submission can use. */
  demand(submissionKey: string, level: Level): Promise<Challenge>;
  /** What came in the proof header, if it is a solution of an unexpired challenge for this submission. */
  read(header: string | null, submissionKey: string): Promise<Proof | null>;
  /**
   * Whether a proof is hard enough where this level is demanded. The level may have risen once while the
   * visitor's phone was calculating; a proof that was solved when things were calmer than that is not enough.
   */
  isEnough(proof: Proof, level: Level): boolean;
}

/** A slow phone needs minutes for the hardest level. */
const lifetimeMs = 10 * 60_000;

/** ALTCHA's proof of work, signed with keys of our own; see docs/decisions/020 and 051. */
export function proofOfWork(keys: Keys, hardestSeconds: number, now: () => Date): ProofOfWork {
  const secrets = {
    hmacSignatureSecret: keys.hash("proof of work", "challenge"),
    hmacKeySignatureSecret: keys.hash("proof of work", "solution"),
  };
  const markOf = (submissionKey: string) => keys.hash("proof of work", `submission ${submissionKey}`);
  return {
    async demand(submissionKey, level) {
      const tries = triesAt(level, hardestSeconds);
      const challenge = await createChallenge({
        ...secrets,
        algorithm: "PBKDF2/SHA-256",
        cost: roundsPerTry,
        deriveKey,
        // Any number is as likely as another: neither skipping the first nor giving up on the last saves work.
        counter: randomInt(tries),
        expiresAt: new Date(now().getTime() + lifetimeMs),
        data: { submission: markOf(submissionKey), tries },
      });
      return v.parse(challengeSchema, challenge);
    },
    async read(header, submissionKey) {
      const sent = header === null ? null : decode(header);
      if (sent === null) return null;
      const { parameters, signature } = sent.challenge;
      const { verified } = await verifySolution({ ...sent, ...secrets, deriveKey });
      const windowMs = parameters.expiresAt * 1000 - now().getTime();
      const { submission, tries } = parameters.data;
      if (!verified || windowMs <= 0 || submission !== markOf(submissionKey)) return null;
      return { name: keys.hash("limit", `proof ${signature}`), windowMs, tries };
    },
    isEnough: ({ tries }, level) => tries >= triesAt(level - 1, hardestSeconds),
  };
}

function decode(header: string): v.InferOutput<typeof proofSchema> | null {
  try {
    return v.parse(proofSchema, JSON.parse(Buffer.from(header, "base64").toString("utf8")));
  } catch {
    return null;
  }
}
