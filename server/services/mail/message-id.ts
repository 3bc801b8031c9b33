import { isSameText, type Keys } from "#server/platform/secrets/keyed-hash.ts";

/** In base64url: 132 bits. */
const tagLength = 22;

/** Reads `<quote-QK-…-1.TAG@domain>`: only we can make the tag, so an answer or a report that names it is about that mail. */
export function messageId(linkKeys: Keys, name: string, domain: string): string {
  return `<${name}.${tagOf(linkKeys, name)}@${domain}>`;
}

/** Returns the name of the mail of ours with this Message-ID, under any domain; null if its tag is not ours. */
export function ownMailName(linkKeys: Keys, id: string): string | null {
  const [, name, tag] = /^<([\w-]{1,200})\.([\w-]{22})@[^<>@\s]{1,255}>$/.exec(id) ?? [];
  if (name === undefined || tag === undefined) return null;
  return isSameText(tag, tagOf(linkKeys, name)) ? name : null;
}

function tagOf(linkKeys: Keys, name: string): string {
  return linkKeys.hash("message id", name).slice(0, tagLength);
}

/** The mail from outside that this one answers. */
export interface Thread {
  readonly inReplyTo: string;
  /** The answered mail's own `References`, oldest first. */
  readonly references: readonly string[];
}

const wellFormed = /<[!-;=?-~]{1,200}@[!-;=?-~]{1,200}>/g;

/** The Message-IDs in a header or text, each once: mail programs write comments and other words between them. */
export function messageIdsIn(text: string): string[] {
  return [...new Set(text.match(wellFormed))];
}

const chainMost = 20;

/**
 * Returns the `In-Reply-To` and the `References` (RFC 5322 section 3.6.4) of a mail in the conversation that `first` began.
 * Leaves out what is no Message-ID, and of a long chain its middle.
 */
export function threadHeaders(
  first: string,
  thread: Thread | undefined,
): [inReplyTo: string, references: string[]] {
  if (thread === undefined) return [first, [first]];
  const { inReplyTo, references } = thread;
  const known = [...references, inReplyTo].filter((id) => id !== first && messageIdsIn(id)[0] === id);
  const chain = [first, ...[...new Set(known.toReversed())].slice(0, chainMost).toReversed()];
  return [chain.at(-1) ?? first, chain];
}
