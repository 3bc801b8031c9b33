/** Keeps a mail's text for years after its bytes are removed, because answers quote it. */
export function sentWords(): string[] {
  return ["alter table outbox add column sent_words text"];
}
