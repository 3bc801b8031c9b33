/** What a mail said stays, when its bytes go: answers quote it, for years. */
export function sentWords(): string[] {
  return ["alter table outbox add column sent_words text"];
}
