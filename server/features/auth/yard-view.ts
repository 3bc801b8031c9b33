import { isMoneyEvent } from "#domain/record-event.ts";

/** Amounts that the yard sees: what we ask for parts and freight. Any other, old or new, is left out. */
const asked = new Set(["unit_cents", "price_cents", "suggested_cents", "total_cents", "cents"]);

/** What we pay, who has paid, what is owed; quotes in the making; and customers' pages, which say all that. */
const leftOut = new Set([
  ...["payments", "documents", "card_refund", "taken_back", "paid_by", "paid_at", "pay_by", "refunded_at"],
  ...[
    "payment_code",
    "bank_account",
    "gst",
    "draft",
    "suggestions",
    "link",
    "is_link_unsent",
    "content_hash",
  ],
]);

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
  const ofSale = isToPickUp(of) ? ["pick_up", "missed", "cancel", "purchase"] : [];
  const open: readonly unknown[] = "pick_up" in of ? ofSale : ["packed", "collected"];
  if (Array.isArray(tools)) return tools.filter((tool) => open.includes(tool));
  return open.includes(tools) ? tools : null;
}

function isToPickUp({ pick_up: pickUp, purchase }: Fields): boolean {
  return purchase === null && isFields(pickUp) && /^(?:arranged|missed)$/.test(String(pickUp["state"]));
}

/** Our offers for a machine, without their content. The accepted one has its amount until the machine is picked up. */
function offersSeen(sale: Fields): unknown {
  const accepted = isToPickUp(sale) && isFields(sale["pick_up"]) ? sale["pick_up"]["number"] : null;
  return listOf(sale["versions"]).map(({ content: _, content_hash: _hash, amount_cents: cents, ...offer }) =>
    offer["number"] === accepted ? { ...offer, amount_cents: cents } : offer,
  );
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
