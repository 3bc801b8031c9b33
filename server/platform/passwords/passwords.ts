import { argon2, type Argon2Parameters, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

import { hashingLanes } from "./hashing-lanes.ts";

const derive = promisify(argon2);

/** Memory in KiB, as OWASP's cheat sheet advises (reference: 26 ms on the smallest box). */
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const tagLength = 32;

export const passwordMaxLength = 1024;

/** Hashes a new password into a PHC string (argon2id). Throws `HashingQueueFull` if too many are waiting. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await hashingLanes.staff.run(() => derive("argon2id", parameters(password, nonce, cost)));
  const settings = `m=${cost.memory},t=${cost.passes},p=${cost.parallelism}`;
  return `$argon2id$v=19$${settings}$${unpadded(nonce)}$${unpadded(tag)}`;
}

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/**
 * Checks a password against a PHC string; call it within a lane. Without a hash, for an unknown user, it costs
 * the same and returns false.
 */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const [, memory = "", passes = "", parallelism = "", nonce = "", tag = ""] = phc.exec(hash ?? "") ?? [];
  const known = tag !== "";
  const settings = known
    ? { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
    : cost;
  const expected = known ? Buffer.from(tag, "base64") : Buffer.alloc(tagLength);
  const bytes = known ? Buffer.from(nonce, "base64") : Buffer.alloc(16);
  const actual = await derive("argon2id", parameters(password, bytes, settings));
  return known && actual.length === expected.length && timingSafeEqual(actual, expected);
}

function parameters(
  password: string,
  nonce: Buffer,
  settings: Pick<Argon2Parameters, "memory" | "passes" | "parallelism">,
): Argon2Parameters {
  return { message: password.normalize("NFC"), nonce, tagLength, ...settings };
}

function unpadded(bytes: Buffer): string {
  return bytes.toString("base64").replaceAll("=", "");
}
