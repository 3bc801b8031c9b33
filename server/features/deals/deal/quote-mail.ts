import type { Deal, QuoteVersion } from "#domain/deals/deal.ts";
import { freightPlace, freightText } from "#domain/deals/freight.ts";
import { holdOn } from "#domain/deals/hold.ts";
import { formatCents, gstText } from "#domain/deals/money.ts";
import {
  choiceGroups,
  type Freight,
  fromMachine,
  hasAlternatives,
  lineCents,
  lowestTotal,
  type QuoteContent,
  type QuoteLine,
} from "#domain/deals/quote.ts";
import { highestTotal, type PossibleTotal, possibleTotals } from "#domain/deals/totals.ts";
import { firm } from "#domain/firm.ts";
import { gradeSentences, grades } from "#domain/grades.ts";
import { formatDay } from "#domain/nz-time.ts";
import { capitalised } from "#domain/plain-text.ts";
import type { Query } from "#server/platform/database/database.ts";
import { type Fact, inParagraphs } from "#server/services/mail/mail-layout.ts";
import { isSameMailbox } from "#server/services/mail/mail.ts";

import type { Work } from "./change-deal.ts";
import { type DealMail, letter } from "./deal-mail.ts";
import { versionMailKey } from "./read-deal.ts";

const totalsMost = 8;
const untilYes = "Nothing is ordered until you say yes.";

/** The mail that brings the newest version. If it would be too large, the lines are in its text part only. */
export async function quoteMail(work: Work, version: QuoteVersion): Promise<DealMail> {
  const { tx: db, deal, at, context } = work;
  const { content } = version;
  const hold = holdOn({ lines: content.lines, machines: deal.machines }, at, context.calendar);
  const kind = await kindOf(db, deal, version);
  const [lines, sums] = [lineFacts(content.lines), sumFacts(content, at)];
  const opened = opening(kind, { content, at });
  const mail: DealMail = {
    key: versionMailKey("quote", deal.reference, version.number),
    ...opened,
    paragraphs: await letter(db, deal, {
      userId: version.user_id,
      words: [...opened.paragraphs, ...(hold === null ? [] : [hold.sentence])],
    }),
    facts: [...lines, ...sums],
    button: hasAlternatives(content) ? "See it, choose and approve" : "See it and approve",
    ...(content.words === null ? {} : { words: content.words }),
    footnote: `You buy from a business, ${firm.legal_name}, GST number ${firm.gst_number}.`,
  };
  const brief = { ...mail, htmlFacts: [{ label: "Lines", value: `${lines.length}, on the page` }, ...sums] };
  return work.isTooLarge(mail) ? brief : mail;
}

type QuoteMailKind = QuoteVersion["mail_kind"];

/** A version whose mail the customer may have is corrected or extended; one that never left is just replaced. */
async function kindOf(
  db: Query,
  { record, versions }: Deal,
  { number, mail_kind: kind }: QuoteVersion,
): Promise<QuoteMailKind> {
  const toFormer = await mailsToFormer(db, record);
  const read = versions.filter(
    (older) =>
      older.number < number &&
      mayBeRead(older) &&
      !toFormer.has(versionMailKey("quote", older.ref_number, older.number)),
  );
  if (read.length === 0) return "quote";
  return read.at(-1)?.number === number - 1 ? kind : "correction";
}

/** The keys of the mails that were written before staff corrected the address to another mailbox. */
async function mailsToFormer(db: Query, { id, ref_number }: Deal["record"]): Promise<ReadonlySet<string>> {
  const events = db.selectFrom("record_events").select(["at", "was", "becomes"]);
  const corrections = events.where("record_id", "=", id).where("field", "=", "email").orderBy("id");
  const last = (await corrections.execute()).findLast(
    ({ was, becomes }) => !isSameMailbox(was ?? "", becomes ?? ""),
  );
  if (last === undefined) return new Set();
  const mails = db.selectFrom("outbox").select("key").where("ref_number", "=", ref_number);
  const former = await mails.where("created_at", "<=", last.at).execute();
  return new Set(former.map(({ key }) => key));
}

/** A mail that waits will be stopped, and one that failed has not arrived. */
function mayBeRead({ mail }: QuoteVersion): boolean {
  return mail !== null && ["sending", "sent", "unknown"].includes(mail.state);
}

function opening(
  kind: QuoteMailKind,
  { content, at }: { readonly content: QuoteContent; readonly at: Date },
): Pick<DealMail, "subject" | "heading" | "paragraphs"> {
  const { reference, words } = content;
  const day = formatDay(content.valid_until, at);
  const own = words === null ? [] : inParagraphs(words);
  const price = `${hasAlternatives(content) ? "from " : ""}${formatCents(lowestTotal(content))}`;
  switch (kind) {
    case "quote":
      return {
        subject: `Your quote ${reference}: ${price}, valid until ${day}`,
        heading: "Your quote is ready",
        paragraphs: [...own, `${untilYes} Use the link below; no login needed.`],
      };
    case "correction":
      return {
        subject: `Corrected quote ${reference}: ${price}, valid until ${day}`,
        heading: "We have corrected your quote",
        paragraphs: [...own, `Please use this quote: the one before no longer holds. ${untilYes}`],
      };
    case "extension":
      return {
        subject: `Quote ${reference} is now valid until ${day}: ${price}`,
        heading: "Your quote is valid for longer",
        paragraphs: [...own, `Only its last day has changed. ${untilYes}`],
      };
  }
}

/** Fixed lines first, then each group of alternatives, then options. */
function lineFacts(lines: readonly QuoteLine[]): Fact[] {
  const of = (kind: QuoteLine["kind"]) => lines.filter((line) => line.kind === kind);
  const alternatives = [...choiceGroups(lines).values()].flatMap((group) =>
    group.map((line, index) => lineFact(index === 0 ? "Either" : "or", line)),
  );
  const fixed = of("fixed");
  const parts = fixed.map((line, index) => lineFact(fixed.length === 1 ? "Part" : `Part ${index + 1}`, line));
  return [...parts, ...alternatives, ...of("option").map((line) => lineFact("If you like", line))];
}

function lineFact(label: string, line: QuoteLine): Fact {
  const { text, grade, evidence } = line;
  const told = [
    text,
    ...fromMachine(line).map(capitalised),
    ...(grade === null ? [] : [gradeSentence(grade)]),
    ...evidence,
    priceOf(line),
  ];
  return { label, value: told.join("\n") };
}

function gradeSentence(grade: string): string {
  return gradeSentences[grades.findIndex((each) => each.grade === grade)] ?? grade;
}

function priceOf(line: QuoteLine): string {
  const { quantity, unit_cents: unit } = line;
  return quantity === 1
    ? formatCents(unit)
    : `${quantity} × ${formatCents(unit)} = ${formatCents(lineCents(line))}`;
}

function sumFacts(content: QuoteContent, at: Date): Fact[] {
  const { fitment, freight } = content;
  return [
    ...(fitment === null ? [] : [{ label: "Fit", value: fitment }]),
    { label: freight.way === "pick-up" ? "Pick-up" : "Freight", value: freightWords(freight) },
    totalFact(content),
    { label: "Valid until", value: `the end of ${formatDay(content.valid_until, at)}` },
  ];
}

function freightWords(freight: Freight): string {
  const { cents, service, words, rural, way } = freight;
  if (way === "pick-up") return `${formatCents(cents)}, ${freightText(freight)}\n${firm.hours_text}`;
  const to = freightPlace(words ?? "", rural);
  return `${formatCents(cents)}, ${service ?? "courier"} to ${way === "depot" ? "the depot" : "your gate"}${to === "" ? "" : ` (${to})`}`;
}

function totalFact(content: QuoteContent): Fact {
  if (!hasAlternatives(content)) return { label: "Total", value: withGst(lowestTotal(content)) };
  const totals = possibleTotals(content, totalsMost);
  const value =
    totals === null
      ? `From ${withGst(lowestTotal(content))}\nto ${withGst(highestTotal(content))}, as you choose`
      : totals.map(totalWords).join("\n");
  return { label: "Total", value };
}

function totalWords({ lines, cents }: PossibleTotal): string {
  const names = lines.map(({ text, grade }) => (grade === null ? text : `${text} (${grade})`));
  const what = names.length === 0 ? "Without options" : names.join(" + ");
  return `${what}: ${withGst(cents)}`;
}

function withGst(cents: number): string {
  return `${formatCents(cents)}, ${gstText(cents)}`;
}
