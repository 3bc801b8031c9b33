import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";

/** Keys derived from SESSION_SECRET, one per purpose, so that a value made for one purpose is invalid for another. */
export interface Keys {
  /** Keyed hash of a text, for ledgers that must not hold addresses or texts (design.md section 8.20). */
  hash(purpose: string, text: string): string;
  /** Encrypts with AES-256-GCM, bound to `context`; the result is base64url text. */
  seal(plain: string, context: string): string;
  /** Throws if the text or its context was changed. */
  unseal(sealed: string, context: string): string;
  sealBytes(plain: Uint8Array, context: string): Buffer;
  unsealBytes(sealed: Uint8Array, context: string): Buffer;
}

/** Takes the same time wherever the texts differ. */
export function isSameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

export function deriveKeys(sessionSecret: string): Keys {
  const derive = (purpose: string) =>
    createSecretKey(Buffer.from(hkdfSync("sha256", sessionSecret, "", purpose, 32)));
  const hashKeys = new Map<string, KeyObject>();
  const sealKey = derive("seal");
  const hashKey = (purpose: string) => {
    const key = hashKeys.get(purpose) ?? derive(`hash ${purpose}`);
    hashKeys.set(purpose, key);
    return key;
  };
  const sealBytes = (plain: Uint8Array, context: string) => {
    const nonce = randomBytes(12);
    const cipher = createCipheriv("aes-256-gcm", sealKey, nonce).setAAD(Buffer.from(context));
    const body = Buffer.concat([cipher.update(plain), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), body]);
  };
  const unsealBytes = (sealed: Uint8Array, context: string) => {
    const decipher = createDecipheriv("aes-256-gcm", sealKey, sealed.subarray(0, 12));
    decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(12, 28));
    return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]);
  };
  return {
    hash: (purpose, text) => createHmac("sha256", hashKey(purpose)).update(text).digest("base64url"),
    sealBytes,
    unsealBytes,
    seal: (plain, context) => sealBytes(Buffer.from(plain), context).toString("base64url"),
    unseal: (sealed, context) => unsealBytes(Buffer.from(sealed, "base64url"), context).toString("utf8"),
  };
}
