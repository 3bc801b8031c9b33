import { randomInt } from "node:crypto";

import { createChallenge, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import * as v from "valibot";

import { type Challenge, challengeSchema, proofSchema } from "#domain/proof-of-work.ts";
import type { Keys } from "#server/platform/secrets/keyed-hash.ts";

/** PBKDF2 rounds of one try. Creating a challenge costs the server one try. */
const roundsPerTry = 2000;

/** Measured in decision 002: an ordinary phone with four cores, each five times slower than a server's. */
const triesPerPhoneSecond = 1250;

/** To accept it once only, count it against the limit `name`. */
export interface SolvedChallenge {
  readonly name: string;
  readonly windowMs: number; // The time until the challenge expires.
}

export interface ProofOfWork {
  demand(submissionKey: string): Promise<Challenge>;
  /** Returns null unless the header solves an unexpired challenge for this submission. */
  read(header: string | null, submissionKey: string): Promise<SolvedChallenge | null>;
}

/** A slow phone takes minutes. */
const lifetimeMs = 10 * 60_000;

/**
 * ALTCHA's proof of work, signed with our own keys, the same for everybody (decision 002). `seconds`: the most that an
 * ordinary phone needs.
 */
export function proofOfWork(keys: Keys, seconds: number, now: () => Date): ProofOfWork {
  const tries = seconds * triesPerPhoneSecond;
  const secrets = {
    hmacSignatureSecret: keys.hash("proof of work", "challenge"),
    hmacKeySignatureSecret: keys.hash("proof of work", "solution"),
  };
  const markOf = (submissionKey: string) => keys.hash("proof of work", `submission ${submissionKey}`);
  return {
    async demand(submissionKey) {
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
      const { submission } = parameters.data;
      if (!verified || windowMs <= 0 || submission !== markOf(submissionKey)) return null;
      return { name: keys.hash("limit", `proof ${signature}`), windowMs };
    },
  };
}

function decode(header: string): v.InferOutput<typeof proofSchema> | null {
  try {
    return v.parse(proofSchema, JSON.parse(Buffer.from(header, "base64").toString("utf8")));
  } catch {
    return null;
  }
}
