import { randomInt } from "node:crypto";

import { createChallenge, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import * as v from "valibot";

import { type Challenge, challengeSchema, proofSchema } from "#domain/proof-of-work.ts";

import type { Keys } from "../operations/keyed-hash.ts";

/** A challenge that was solved for this submission. It counts once: `name` is to be counted against. */
export interface Proof {
  readonly name: string;
  /** Until the challenge expires, and so how long it must be remembered as spent. */
  readonly windowMs: number;
}

export interface ProofOfWork {
  /** A challenge that only this submission can use. */
  demand(submissionKey: string): Promise<Challenge>;
  /** What came in the proof header, if it is a solution of an unexpired challenge for this submission. */
  read(header: string | null, submissionKey: string): Promise<Proof | null>;
}

const lifetimeMs = 5 * 60_000;

/**
 * 100 to 200 tries of 2,000 rounds: at most 0.1 s on one core of a desktop computer, and less than two
 * on a phone that is fifteen times slower. Making one costs the server a single try, checking it none.
 */
const effort = { algorithm: "PBKDF2/SHA-256", cost: 2000, fewestTries: 100, mostTries: 200 } as const;

/** ALTCHA's proof of work, signed with keys of our own; see docs/decisions/020. */
export function proofOfWork(keys: Keys, now: () => Date): ProofOfWork {
  const secrets = {
    hmacSignatureSecret: keys.hash("proof of work", "challenge"),
    hmacKeySignatureSecret: keys.hash("proof of work", "solution"),
  };
  const markOf = (submissionKey: string) => keys.hash("proof of work", `submission ${submissionKey}`);
  return {
    async demand(submissionKey) {
      const { algorithm, cost, fewestTries, mostTries } = effort;
      const challenge = await createChallenge({
        ...secrets,
        algorithm,
        cost,
        deriveKey,
        counter: randomInt(fewestTries, mostTries),
        expiresAt: new Date(now().getTime() + lifetimeMs),
        data: { submission: markOf(submissionKey) },
      });
      return v.parse(challengeSchema, challenge);
    },
    async read(header, submissionKey) {
      const sent = header === null ? null : decode(header);
      if (sent === null) return null;
      const { parameters, signature } = sent.challenge;
      const { verified } = await verifySolution({ ...sent, ...secrets, deriveKey });
      const windowMs = parameters.expiresAt * 1000 - now().getTime();
      if (!verified || windowMs <= 0 || parameters.data.submission !== markOf(submissionKey)) return null;
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
