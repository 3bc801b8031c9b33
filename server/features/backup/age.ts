/** 1 MB and about 7 ms: reading a folder must not stall the server. Keys of 32 characters need no stretching. */
export const scryptWorkFactor = 10;

/** Loaded only if it is used: a start would take a seventh longer with it. */
const age = () => import("age-encryption");

/** Encrypts as the `age` program does, with the key as passphrase. */
export async function encrypterFor(key: string) {
  const { Encrypter } = await age();
  const encrypter = new Encrypter();
  encrypter.setPassphrase(key);
  encrypter.setScryptWorkFactor(scryptWorkFactor);
  return encrypter;
}

export async function decrypterFor(key: string) {
  const { Decrypter } = await age();
  const decrypter = new Decrypter();
  decrypter.addPassphrase(key);
  return decrypter;
}
