/**
 * When a reply is promised (specification section 9, interpreted in docs/decisions/004).
 * - `same-business-day`: by closing time of that day, if it is open and asked before the calendar's `sameDayUntil`, else of the
 *   next business day.
 * - `one-business-day`: by closing time of the first business day that opens after arrival.
 * - `24-hours` and the like: so many hours after arrival, weekends and holidays included.
 */
export type ReplyRule = "same-business-day" | "one-business-day" | `${number}-hours`;

/** The promise within a sentence: "the same business day", "within 24 hours". */
export function replyPhrase(rule: ReplyRule): string {
  if (rule === "same-business-day") return "the same business day";
  return rule === "one-business-day" ? "within one business day" : `within ${rule.replace("-", " ")}`;
}

/** The same in fewer words, for headlines and descriptions: "the same day". */
export function shortReplyPhrase(rule: ReplyRule): string {
  return rule === "same-business-day" ? "the same day" : replyPhrase(rule);
}

export const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The hours of a rule that counts hours, else null. */
export function promisedHours(rule: ReplyRule): number | null {
  return rule.endsWith("-hours") ? Number.parseInt(rule, 10) : null;
}
