import { randomInt } from "node:crypto";

import { createChallenge, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import * as v from "valibot";

import { type Challenge, challengeSchema, proofSchema } from "#domain/proof-of-work.ts";
import type { Keys } from "#server/platform/secrets/keyed-hash.ts";

/** 0 demands no proof of work, 1 is the easiest, each further level is twice as hard. */
export type Level = number;

/** The most that a visitor from a quiet network is asked for, whatever others do. */
export const hardestLevel: Level = 6;
/** Takes a graphics card seconds: a network that is asked for this is effectively shut out. */
export const steepestLevel: Level = 16;

/** PBKDF2 rounds of one try. Creating a challenge costs the server one try at any level. */
const roundsPerTry = 2000;

/** Measured in decision 002: an ordinary phone with four cores, each five times slower than a server's. */
const triesPerPhoneSecond = 1250;

function triesAt(level: Level, seconds: number): number {
  const hardest = seconds * triesPerPhoneSecond;
  return Math.max(1, Math.round(hardest * 2 ** (Math.min(level, steepestLevel) - hardestLevel)));
}

/** The first part is free, the rest is for submissions with a proof of work. */
export interface Budget {
  readonly free: number;
  readonly reserve: number;
  readonly steepest: Level;
}

/** One more with each tenth of the reserve that is used up. */
export function levelFor({ free, reserve, steepest }: Budget, uses: number): Level {
  if (uses <= free) return 0;
  if (reserve === 0) return steepest;
  const usedBefore = Math.max(0, uses - free - 1) / reserve;
  return Math.min(steepest, 1 + Math.floor(usedBefore * 10));
}

/** To accept it once only, count it against the limit `name`. */
export interface Proof {
  readonly name: string;
  readonly windowMs: number; // Until the challenge expires.
  readonly tries: number;
}

export interface ProofOfWork {
  demand(submissionKey: string, level: Level): Promise<Challenge>;
  /** Null unless it solves an unexpired challenge for this submission. */
  read(header: string | null, submissionKey: string): Promise<Proof | null>;
  /** Or for the level below: it may have risen once while the visitor's phone was calculating. */
  isEnough(proof: Proof, level: Level): boolean;
}

/** A slow phone takes minutes for the hardest level. */
const lifetimeMs = 10 * 60_000;

/** ALTCHA's proof of work, signed with our own keys (decision 002). */
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
