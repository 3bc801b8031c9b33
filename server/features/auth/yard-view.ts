import { isMoneyEvent } from "#domain/record-event.ts";

/** Amounts that the yard sees: what we ask for parts and freight. Any other, old or new, is left out. */
const asked = new Set(["unit_cents", "price_cents", "suggested_cents", "total_cents", "cents"]);

/** What we pay, who has paid, what is owed; quotes in the making; and customers' pages, which say all that. */
const leftOut: ReadonlySet<string> = new Set(
  `payments documents card_refund taken_back paid_by paid_at pay_by refunded_at payment_code bank_account gst
  draft suggestions link is_link_unsent content_hash`.split(/\s+/),
);

const moneyMail = /^(?:pay|later|lapsed|paid|part|refund)(?:\/|$)/;

type Fields = Readonly<Record<string, unknown>>;

/** Returns what a user of the role `yard` sees of an answer: each answer to them comes through here (deals.md section 14). */
export function seenFromYard(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(seenFromYard);
  if (!isFields(answer)) return answer;
  const seen = Object.entries(answer).filter(([name]) => !isHidden(name, answer));
  return Object.fromEntries(seen.map(([name, value]) => [name, fieldSeen(name, value, answer)]));
}

/** The price of what we bought is not one that we ask. */
function isHidden(name: string, { bought_on: boughtOn }: Fields): boolean {
  if (leftOut.has(name)) return true;
  return /(?:^|_)cents$/.test(name) && (!asked.has(name) || boughtOn !== undefined);
}

function fieldSeen(name: string, value: unknown, of: Fields): unknown {
  if ("others" in of && (name === "next" || name === "others")) return toolsSeen(value, of);
  if (name === "versions" && "pick_up" in of) return offersSeen(of);
  if (name === "events") return listOf(value).filter((event, _, all) => !isOfMoney(event, all));
  if (name === "messages") return seenFromYard(listOf(value).filter(({ kind }) => kind !== "counter"));
  if (name !== "mails") return seenFromYard(value);
  const mails = listOf(value).filter(({ kind }) => !moneyMail.test(String(kind)));
  return mails.map((mail) => ({ ...mail, words: null }));
}

/** What the yard can do about a deal or a sale: `next` is one tool or null, `others` are several. */
function toolsSeen(tools: unknown, of: Fields): unknown {
  const open: readonly unknown[] = "pick_up" in of ? saleTools(of) : ["packed", "collected"];
  if (Array.isArray(tools)) return tools.filter((tool) => open.includes(tool));
  return open.includes(tools) ? tools : null;
}

/** None without an accepted offer. */
function saleTools({ pick_up: pickUp, purchase }: Fields): readonly string[] {
  const isAccepted = purchase === null && isFields(pickUp) && pickUp["state"] !== "cancelled";
  return isAccepted ? ["pick_up", "missed", "cancel", "purchase"] : [];
}

/** Our offers for a machine, without their content. The accepted one has its amount until the machine is picked up. */
function offersSeen({ versions, pick_up: pickUp, purchase }: Fields): unknown {
  const isToPickUp =
    purchase === null && isFields(pickUp) && /^(?:arranged|missed)$/.test(String(pickUp["state"]));
  return listOf(versions).map((version) => {
    const { amount_cents, ...offer } = version;
    const seen = Object.entries(offer).filter(([name]) => name !== "content" && !isHidden(name, offer));
    const isAccepted = isToPickUp && pickUp["number"] === offer["number"];
    return { ...Object.fromEntries(seen), ...(isAccepted ? { amount_cents } : {}) };
  });
}

/** What staff note beside a change is of the same moment. Live events have no more than their type. */
function isOfMoney(event: Fields, all: readonly Fields[]): boolean {
  const { type, at, was } = event;
  if (!("becomes" in event)) return false;
  if (type === "note") return all.some((one) => one["at"] === at && isMoneyEvent(String(one["type"])));
  return isMoneyEvent(String(type)) || (type === "mail" && moneyMail.test(String(was)));
}

function isFields(value: unknown): value is Fields {
  return Object.prototype.toString.call(value) === "[object Object]"; // No Buffer, no Date.
}

const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);
