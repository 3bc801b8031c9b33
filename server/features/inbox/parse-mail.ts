import { isAscii, isUtf8 } from "node:buffer";

import PostalMime, { decodeWords, type Email, type PostalMimeOptions } from "postal-mime";

/** A part, as postal-mime has it before it sorts them: its types leave that out. */
interface Entity {
  readonly childNodes: readonly Entity[];
  readonly headers: { readonly key: string; value: string }[];
  readonly content: ArrayBuffer | null;
  readonly contentType: { readonly parsed: HeaderValue; multipart: string | false };
  readonly contentDisposition: { readonly parsed: HeaderValue };
}

interface HeaderValue {
  value: string;
  readonly params: Record<string, string>;
}

interface Sorting {
  collectNode(part: Entity, alternative: Entity | false, isRelated: boolean): Promise<void>;
}

const Sorter = PostalMime as unknown as new (options: PostalMimeOptions) => PostalMime & Sorting;

/** Takes mails as they are, not as they say that they are: their words must be there. */
class TolerantParser extends Sorter {
  #root: Entity | null = null;

  override async collectNode(part: Entity, alternative: Entity | false, isRelated: boolean): Promise<void> {
    const isRoot = this.#root === null;
    this.#root ??= part;
    takeAsText(part);
    if (isRoot) {
      for (const header of part.headers) header.value = withTrueCharset(header.value);
      showHiddenBody(leavesOf(part));
    }
    await super.collectNode(part, alternative, isRelated);
  }
}

/** Returns null for anything but a mail. A whole buffer goes as it is: a view of it would be copied. */
export function parseMail(source: Uint8Array): Promise<Email | null> {
  const { buffer, byteLength } = source;
  const whole = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? buffer : source;
  return new TolerantParser({ forceRfc822Attachments: true }).parse(whole).catch(() => null);
}

/** A part without the boundary that it declares is text. */
function takeAsText({ content, childNodes, contentType, contentDisposition }: Entity): void {
  if (contentType.multipart !== false && childNodes.length === 0 && content !== null) {
    contentType.multipart = false;
    contentType.parsed.value = "text/plain";
  }
  const { params } = contentType.parsed;
  if (content !== null && isBeyondAscii(Buffer.from(content))) params["charset"] = "utf-8";
  for (const names of [params, contentDisposition.parsed.params])
    for (const key of ["name", "filename"]) names[key] &&= withTrueCharset(names[key]);
}

/** UTF-8, whatever it is called: no other text looks like it. With zeros it is UTF-16. */
function isBeyondAscii(bytes: Buffer): boolean {
  return !isAscii(bytes) && isUtf8(bytes) && !bytes.includes(0);
}

/** Corrects the charset of the encoded words in a header (RFC 2047) likewise. */
function withTrueCharset(value: string): string {
  const utf8 = value.replaceAll(/=\?[^?\s]{1,50}(?=\?[bq]\?[^?\s]*\?=)/gi, "=?utf-8");
  const words = decodeWords(utf8);
  return /[^\0-\x7f]/.test(words) && !words.includes("\u{fffd}") ? utf8 : value;
}

function leavesOf(part: Entity): Entity[] {
  return part.childNodes.length === 0 ? [part] : part.childNodes.flatMap(leavesOf);
}

const blankMost = 100_000;

function isBody({ content, contentType, contentDisposition }: Entity): boolean {
  if (!/^text\/(?:plain|html)$/.test(contentType.parsed.value)) return false;
  const words = Buffer.from(content ?? new ArrayBuffer()).toString("latin1", 0, blankMost);
  return (
    contentDisposition.parsed.value !== "attachment" && words.replaceAll(/<[^<>]*>|&nbsp;|\s/g, "") !== ""
  );
}

/** Shows HTML that is called an attachment, and text without a name, if a mail has no other text. */
function showHiddenBody(leaves: readonly Entity[]): void {
  if (leaves.some(isBody)) return;
  for (const { contentType, contentDisposition } of leaves) {
    const name = contentDisposition.parsed.params["filename"] ?? contentType.parsed.params["name"] ?? "";
    const isHtml = contentType.parsed.value === "text/html" || /\.html?$/i.test(name);
    if (!isHtml && (name !== "" || !/^text\b/.test(contentType.parsed.value))) continue;
    contentType.parsed.value = isHtml ? "text/html" : "text/plain";
    contentDisposition.parsed.value = "inline";
  }
}
