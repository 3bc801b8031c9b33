import type { Keys } from "#server/platform/secrets/keyed-hash.ts";

import type { MailText } from "./mail.ts";

/** The letters, digits and emoji of a text, without accents and in lower case: programs wrap and mark the same words differently. */
export function lettersOf(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/[^\p{L}\p{N}\p{Extended_Pictographic}]+/gu, "")
    .toLowerCase();
}

const sealContext = (key: string) => `sent words ${key}`;

/** Seals the text that a quote of our mail can hold: the letters of its text, its HTML and each link in it. */
export function sealSentWords(
  linkKeys: Keys,
  key: string,
  { text, html }: Pick<MailText, "text" | "html">,
): string {
  const bare = html.replaceAll(/&#?\w+;/g, "");
  const seen = bare.replaceAll(/<[^>]*>/g, "");
  const links = [...bare.matchAll(/href="([^"]*)"/g)].map(([, href = ""]) => href);
  return linkKeys.seal([text, seen, ...links].map(lettersOf).join("\n"), sealContext(key));
}

/** The letters of the text, and of the HTML and each of its links. Null if it is from before we kept it, or LINK_SECRET is another. */
export function openSentWords(linkKeys: Keys, key: string, sealed: string | null) {
  if (sealed === null) return null;
  try {
    const [text = "", ...html] = linkKeys.unseal(sealed, sealContext(key)).split("\n");
    return { text, html };
  } catch {
    return null;
  }
}
