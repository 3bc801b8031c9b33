import { createHmac, timingSafeEqual } from "node:crypto";

const stepMs = 30_000;
const digits = 6;
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The code of a time step: RFC 6238 over HMAC-SHA-1 with 30 seconds and 6 digits, as every app has it. */
export function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, "0");
}

/** How far a phone's clock may be off, and how long a code may be on its way after it has left the screen. */
const toleranceMs = 10_000;

/**
 * The time step whose code this is, or null. A code lives for its 30 seconds (ASVS 5.0, 6.5.5), with ten
 * seconds of tolerance at either end.
 */
export function stepOfCode(secret: Buffer, code: string, now: Date): number | null {
  const given = Buffer.from(code);
  if (!/^\d{6}$/.test(code)) return null;
  const stepAt = (time: number) => Math.floor(time / stepMs);
  const time = now.getTime();
  const steps = [stepAt(time), stepAt(time - toleranceMs), stepAt(time + toleranceMs)];
  return steps.find((step) => timingSafeEqual(Buffer.from(totpCode(secret, step)), given)) ?? null;
}

/** Base32 (RFC 4648) without padding, as authenticator apps take a secret. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => alphabet.charAt(Number.parseInt(group.padEnd(5, "0"), 2))).join("");
}

/** What the QR code says (the otpauth format of authenticator apps). */
export function totpUri(secret: Buffer, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`;
}
