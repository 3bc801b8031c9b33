import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from "node:crypto";

/** How the contents of one backup were encrypted; a fresh salt gives every backup a key of its own. */
export interface Encryption {
  readonly salt: string;
  readonly nonce: string;
}

/** Carries the contents into a backup and ends it with a seal over them and the header. */
export interface Sealing {
  pass(chunk: Buffer): Buffer;
  end(): Buffer;
}

/** Carries the contents out of a backup; `holds` says at the end whether the seal belongs to them. */
export interface Unsealing {
  pass(chunk: Buffer): Buffer;
  holds(): boolean;
}

export function newEncryption(): Encryption {
  return { salt: randomBytes(16).toString("hex"), nonce: randomBytes(12).toString("hex") };
}

export function sealBytes(encryption: Encryption | null): number {
  return encryption === null ? 32 : 16;
}

/** Without a key the seal is a SHA-256, which tells damage; with one it is the tag of AES-256-GCM. */
export function sealing(header: Buffer, encryption: Encryption | null, key: string): Sealing {
  if (encryption === null) {
    const hash = createHash("sha256").update(header);
    return { pass: (chunk) => (hash.update(chunk), chunk), end: () => hash.digest() };
  }
  const cipher = createCipheriv("aes-256-gcm", derive(key, encryption), nonceOf(encryption)).setAAD(header);
  return {
    pass: (chunk) => cipher.update(chunk),
    end: () => Buffer.concat([cipher.final(), cipher.getAuthTag()]),
  };
}

export function unsealing(
  header: Buffer,
  encryption: Encryption | null,
  key: string,
  seal: Buffer,
): Unsealing {
  if (encryption === null) {
    const hash = createHash("sha256").update(header);
    return { pass: (chunk) => (hash.update(chunk), chunk), holds: () => hash.digest().equals(seal) };
  }
  const decipher = createDecipheriv("aes-256-gcm", derive(key, encryption), nonceOf(encryption));
  decipher.setAAD(header).setAuthTag(seal);
  return { pass: (chunk) => decipher.update(chunk), holds: () => endsWell(() => decipher.final()) };
}

function endsWell(end: () => unknown): boolean {
  try {
    end();
    return true;
  } catch {
    return false;
  }
}

function nonceOf({ nonce }: Encryption): Buffer {
  return Buffer.from(nonce, "hex");
}

function derive(key: string, { salt }: Encryption): KeyObject {
  const derived = hkdfSync("sha256", key, Buffer.from(salt, "hex"), "quadkea backup", 32);
  return createSecretKey(Buffer.from(derived));
}
