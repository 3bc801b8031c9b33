import { firm } from "./firm.ts";
import { greetingName } from "./greeting.ts";
import { type ReplyValues, type SavedReply, unknownPlaceholders } from "./saved-reply.ts";
import { machineOf, summaryOf, valueInRole } from "./submission-values.ts";
import type { Submission, SubmissionRecord } from "./submission.ts";
import type { CurrentUser } from "./wire.ts";

export const replyMaxLength = 5000; // In code points.

/** Returns whether a user has only a placeholder or an address for a name: it must not sign mails. */
export function isNameless(fullName: string): boolean {
  const name = fullName.trim();
  return name === "" || name === "Administrator" || name.includes("@");
}

export function replySubject(submission: Submission, record: SubmissionRecord): string {
  return `${submission.title} ${record.ref_number}: ${summaryOf(submission, record)}`;
}

/** The values of the placeholders; those that the record cannot fill are left out. */
export function replyValues(submission: Submission, record: SubmissionRecord, me: CurrentUser): ReplyValues {
  const person = valueInRole(submission, record, "person");
  const part = partInSentence(valueInRole(submission, record, "part"));
  const machine = machineOf(submission, record);
  return {
    name: greetingName(person),
    full_name: person,
    reference: record.ref_number,
    me: me.full_name,
    business: firm.trading_name,
    phone: firm.phone,
    ...(machine === "" ? {} : { machine }),
    ...(part === "" ? {} : { part }),
  };
}

/** Returns whether a saved reply fits this form, and its record has all values that the text asks for. */
export function isReplyFor({ form, body }: SavedReply, submission: Submission, values: ReplyValues): boolean {
  return (form === null || form === submission.name) && unknownPlaceholders(body, values).length === 0;
}

/** Makers of machines, as in `catalogue/models.ts`, and of parts. */
const makers =
  "Arctic Cat|Brembo|Can-Am|CFMOTO|Denso|Honda|Kawasaki|Keihin|KTM|Mikuni|Nissin|Polaris|Showa|Suzuki|TGB|Yamaha";
const maker = new RegExp(String.raw`(?<!\p{L})(?:${makers})(?!\p{L})`, "giu");

/** Lowers the case for use within a sentence: "Front diff" is "front diff", but "CV axle", "TRX420" and "Yamaha" stay. */
export function partInSentence(part: string): string {
  const isShouted = part === part.toUpperCase() && /\p{Lu}{4}/u.test(part);
  const lowered = part
    .split(/(\s+)/)
    .map((word) => (isCode(word, isShouted) ? word : word.toLowerCase()))
    .join("");
  const named = (typed: string) =>
    makers.split("|").find((one) => one.toLowerCase() === typed.toLowerCase()) ?? typed;
  return lowered.replaceAll(maker, named);
}

function isCode(word: string, isShouted: boolean): boolean {
  if (/\d/.test(word)) return true;
  const capitals = word.match(/\p{Lu}/gu)?.length ?? 0;
  return capitals > 1 && (!isShouted || word.length < 4);
}

/** Why a reply cannot be sent as it is; null if it can. */
export function replyProblem(text: string): string | null {
  const [brace] = /\{[^{}\n]{0,40}\}?|\}/.exec(text) ?? [];
  if (brace !== undefined) return `Fill in or remove ${brace} first`;
  if (text.trim() === "") return "The reply is empty";
  if ([...text].length > replyMaxLength)
    return `A reply can have at most ${replyMaxLength.toLocaleString("en-NZ")} characters`;
  return null;
}
