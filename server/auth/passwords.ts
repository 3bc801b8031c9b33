import { argon2, type Argon2Parameters, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const derive = promisify(argon2);

/** Memory in KiB, as OWASP's cheat sheet advises (reference: 26 ms on the smallest box). */
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const tagLength = 32;

export const passwordMaxLength = 1024;

const running = 2;
const waitingAtMost = 20;

/** Too many password checks wait already: the caller should answer 429. */
export class HashingQueueFull extends Error {
  override readonly name = "HashingQueueFull";
}

/** Bounds the memory and time that guessing passwords can take from everybody else. */
class HashingQueue {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running >= running) await this.#turn();
    else this.#running += 1;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }

  #turn(): Promise<void> {
    if (this.#waiting.length >= waitingAtMost) throw new HashingQueueFull("Too many sign-ins at once");
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}

const queue = new HashingQueue();

/** Hashes a password into a PHC string (argon2id). */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await queue.run(() => derive("argon2id", parameters(password, nonce, cost)));
  const settings = `m=${cost.memory},t=${cost.passes},p=${cost.parallelism}`;
  return `$argon2id$v=19$${settings}$${unpadded(nonce)}$${unpadded(tag)}`;
}

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Checks a password against a PHC string. Without one, for an unknown user, it costs the same and is false. */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const [, memory = "", passes = "", parallelism = "", nonce = "", tag = ""] = phc.exec(hash ?? "") ?? [];
  const known = tag !== "";
  const settings = known
    ? { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
    : cost;
  const expected = known ? Buffer.from(tag, "base64") : Buffer.alloc(tagLength);
  const bytes = known ? Buffer.from(nonce, "base64") : Buffer.alloc(16);
  const actual = await queue.run(() => derive("argon2id", parameters(password, bytes, settings)));
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
