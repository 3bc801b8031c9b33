import { argon2, type Argon2Parameters, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const derive = promisify(argon2);

/** As OWASP's cheat sheet advises; memory in KiB. Takes 26 ms on the smallest machine. */
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

/** Call it within a lane. Without a hash (unknown user) it takes as long and returns false. */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  if (password.length > passwordMaxLength) return false;
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

/** Respond with 429 and `retryAfterSeconds`. */
export class HashingQueueFull extends Error {
  override readonly name = "HashingQueueFull";
  readonly retryAfterSeconds = 5;
}

class HashingLane {
  readonly #runningAtMost: number;
  readonly #waitingAtMost: number;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor({ running, waiting }: { readonly running: number; readonly waiting: number }) {
    this.#runningAtMost = running;
    this.#waitingAtMost = waiting;
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#runningAtMost) this.#running += 1;
    else await this.#turn();
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }

  #turn(): Promise<void> {
    if (this.#waiting.length >= this.#waitingAtMost) {
      throw new HashingQueueFull("Too many passwords to check at once");
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}

/** Guessing fills the visitors' lane: staff, and browsers that have signed in, never wait (decision 016). */
export const hashingLanes = {
  visitors: new HashingLane({ running: 2, waiting: 20 }),
  staff: new HashingLane({ running: 1, waiting: 20 }),
} as const;
