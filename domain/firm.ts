import type { CalendarDate } from "./calendar-date.ts";
import type { GstBasis, GstMonths, Region } from "./firm-choices.ts";

export const weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export type Weekday = (typeof weekdays)[number];

/** In New Zealand time, such as "09:00". */
export interface OpenHours {
  readonly from: string;
  readonly to: string;
}
export type WeekHours = Readonly<Record<Weekday, OpenHours | null>>;

/** Days on which we are closed besides holidays, the last one included, and why: "Summer break". */
export interface Closure {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
  readonly words: string;
}

/** What everybody may know of the firm. */
export interface PublicFacts {
  readonly trading_name: string;
  readonly legal_name: string;
  readonly gst_number: string;
  readonly phone: string;
  readonly email: string;
  readonly street: string;
  readonly town: string;
  readonly postcode: string;
  readonly region: Region;
  readonly hours: WeekHours;
  readonly closures: readonly Closure[];
}

/** The firm's own facts, as owners set them (deals.md section 14). */
export interface FirmFacts extends PublicFacts {
  /** Null if staff send the payment details themselves; then nobody holds it either. */
  readonly bank_account: string | null;
  readonly bank_account_name: string | null;
  readonly valid_days: number;
  /** Business days. */
  readonly pay_within_days: number;
  readonly reminders: boolean;
  readonly gst_basis: GstBasis;
  readonly gst_months: GstMonths;
  /** 1 to 12: a month in which a period begins. */
  readonly gst_first_month: number;
}

const weekday = { from: "09:00", to: "17:00" };

/** Examples that nobody owns, until an owner writes the firm's own (specification section 1). */
export const exampleFacts: FirmFacts = {
  trading_name: "QuadKea",
  legal_name: "QuadKea Example Limited",
  gst_number: "000-000-000",
  phone: "09 000 0000",
  email: "sales@quadkea.example",
  street: "1 Example Road",
  town: "Whangārei",
  postcode: "0110",
  region: "Northland",
  hours: { mon: weekday, tue: weekday, wed: weekday, thu: weekday, fri: weekday, sat: null, sun: null },
  closures: [],
  bank_account: null,
  bank_account_name: null,
  valid_days: 7,
  pay_within_days: 3,
  reminders: true,
  gst_basis: "payments",
  gst_months: 2,
  gst_first_month: 2, // The usual periods of two months end in odd ones.
};

/** The facts, and what is said of them. */
export interface Firm extends FirmFacts {
  /** "Mon-Fri 9:00-17:00 NZ time" */
  readonly hours_text: string;
  /** "+6490000000" */
  readonly phone_number: string;
  /** Names that it had before: mails that were sent under them still come back. */
  readonly former_names: readonly string[];
  /** The bank's files are taken of these: the account, one that will be shown, and the one before. */
  readonly accounts: readonly string[];
}

export function firmOf(
  facts: FirmFacts,
  { former_names, accounts }: Pick<Firm, "former_names" | "accounts"> = { former_names: [], accounts: [] },
): Firm {
  const phone_number = facts.phone.replaceAll(/[^\d+]/g, "").replace(/^0/, "+64");
  return { ...facts, hours_text: hoursText(facts.hours), phone_number, former_names, accounts };
}

/**
 * The firm that this process serves, or this page belongs to. There is one, everything names it, and it changes while the
 * server runs: so it is read where it is needed, never kept (docs/decisions/049-the-firm.md).
 */
export let firm: Firm = firmOf(exampleFacts);

/** Called by what knows the facts: the server's `FirmWatch`, a page's scripts as they start, and the build, with markers. */
export function setFirm(next: Firm): void {
  firm = next;
}

/** The names that mails of ours carry: the one of today first. */
export function ourNames(): readonly string[] {
  return [firm.trading_name, ...firm.former_names];
}

export function phoneLink(): string {
  return `tel:${firm.phone_number}`;
}

export function addressLine(): string {
  return `${firm.street}, ${firm.town} ${firm.postcode}`;
}

/** Where customers pay to; null if staff send the details themselves. */
export function payTo(): { readonly account: string; readonly holder: string } | null {
  const { bank_account: account, bank_account_name: holder } = firm;
  return account === null || holder === null ? null : { account, holder };
}

/** Facts that are still the example's: no quote, offer or invoice may carry them. */
export function exampleFactsIn(facts: FirmFacts): readonly ("gst_number" | "legal_name" | "street")[] {
  return (["gst_number", "legal_name", "street"] as const).filter(
    (name) => facts[name] === exampleFacts[name],
  );
}

/** Days next to each other with the same hours: "Mon-Fri 9:00-17:00, Sat 9:00-12:00 NZ time". */
function hoursText(hours: WeekHours): string {
  const text = openSpans(hours).map(({ days, from, to }) => {
    const ends = days.length === 1 ? days : [days[0], days.at(-1)];
    const named = ends.map((day = "mon") => day.charAt(0).toUpperCase() + day.slice(1));
    return `${named.join("-")} ${[from, to].map((time) => time.replace(/^0/, "")).join("-")}`;
  });
  return `${text.join(", ")} NZ time`;
}

/** Days next to each other with the same hours, from Monday on. */
export function openSpans(hours: WeekHours): (OpenHours & { readonly days: Weekday[] })[] {
  const spans: (OpenHours & { readonly days: Weekday[] })[] = [];
  for (const [index, day] of weekdays.entries()) {
    const open = hours[day];
    if (open === null) continue;
    const last = spans.at(-1);
    const isNext = last?.days.at(-1) === weekdays[index - 1];
    if (last !== undefined && isNext && last.from === open.from && last.to === open.to) last.days.push(day);
    else spans.push({ ...open, days: [day] });
  }
  return spans;
}

/** Whether staff work at that time on some day: what is promised for the same day must be. */
export function isOpeningTime(hours: WeekHours, at: string): boolean {
  return weekdays.some((name) => {
    const open = hours[name];
    return open !== null && open.from < at && at <= open.to;
  });
}
