import { randomInt } from "node:crypto";

import { createChallenge, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import * as v from "valibot";

import { type Challenge, challengeSchema, proofSchema } from "#domain/proof-of-work.ts";
import type { Keys } from "#server/platform/secrets/keyed-hash.ts";

/**
 * How hard a proof of work is, as a level: 0 demands none, 1 is the easiest, each further level twice as hard.
 * Up to `hardestLevel` a visitor waits seconds; only networks that go on and on are asked for more.
 */
export type Level = number;

/** What a visitor from a quiet network is asked for at most, whatever others do. */
export const hardestLevel: Level = 6;
/** So hard that a graphics card works seconds at it: a network that is asked for this is as good as shut out. */
export const steepestLevel: Level = 16;

/** A try is a PBKDF2 of so many rounds. Making a challenge costs the server one try, whatever its level. */
const roundsPerTry = 2000;

/**
 * Tries that an ordinary phone makes in a second, in all its workers: four cores that are five times slower than
 * one of a server, where Chromium makes 2 to 3 million rounds a second. See docs/decisions/051.
 */
const triesPerPhoneSecond = 1250;

/** The tries that a proof of this level takes at most, if a phone is to need `seconds` at the hardest level. */
function triesAt(level: Level, seconds: number): number {
  const hardest = seconds * triesPerPhoneSecond;
  return Math.max(1, Math.round(hardest * 2 ** (Math.min(level, steepestLevel) - hardestLevel)));
}

/** A budget of which the first part is free and the rest is for submissions with a proof of work. */
export interface Budget {
  readonly free: number;
  readonly reserve: number;
  /** No use of this budget demands more. */
  readonly steepest: Level;
}

/** What the last of `uses` has to prove: twice as much with each tenth of the reserve that is used up. */
export function levelFor({ free, reserve, steepest }: Budget, uses: number): Level {
  if (uses <= free) return 0;
  if (reserve === 0) return steepest;
  const usedBefore = Math.max(0, uses - free - 1) / reserve;
  return Math.min(steepest, 1 + Math.floor(usedBefore * 10));
}

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
