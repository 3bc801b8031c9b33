import type { ReturnKind, ReturnState } from "#domain/deals/returns.ts";
import type { takenWhys } from "#domain/deals/stage.ts";

/** How money comes in and goes back (deals.md section 7). Amounts are cents including GST. */
export interface MoneyTables {
  documents: DocumentRow;
  document_pdfs: { number: string; ref_number: string; sealed: Uint8Array }; // Sealed with LINK_SECRET: it names the buyer.
  returns: ReturnRow;
  card_sessions: CardSessionRow;
  card_refunds: CardRefundRow;
  taken_back: TakenBackRow;
  bank_imports: BankImportRow;
  bank_lines: BankLineRow;
  bank_layouts: BankLayoutRow;
}

/** An invoice or credit note. A trigger refuses every change. */
export interface DocumentRow {
  number: string; // INV-1001, CN-1001.
  kind: "invoice" | "credit";
  serial: number;
  order_id: string;
  ref_number: string;
  content: string; // Canonical JSON (RFC 8785), without the customer, whom the order has.
  content_hash: string; // SHA-256 of `content` in lower-case hex.
  total_cents: number; // A credit note's total is what it takes off.
  gst_cents: number;
  issued_at: string;
  corrects: string | null; // The number of the invoice that a credit note is for.
}

export interface ReturnRow {
  id: string;
  order_id: string;
  ref_number: string;
  kind: ReturnKind;
  lines: string; // JSON: ids of lines of the approved version.
  words: string; // The customer's.
  answer: string | null; // The words of staff.
  state: ReturnState;
  at: string;
  changed_at: string;
}

/** A visit to the card page. It is written before the card company is asked; at most one of an order is open. */
export interface CardSessionRow {
  id: string; // The client reference and the Idempotency-Key.
  order_id: string;
  ref_number: string;
  amount_cents: number;
  state: "open" | "stopped" | "paid" | "ended"; // Stopped: nobody shall pay on it, and the card company does not know yet.
  session_id: string | null; // Set once the card company has answered.
  url: string | null;
  created_at: string;
  expires_at: string;
  checked_at: string | null;
}

/** A refund to a card. It is written before the card company is asked; at most one of an order is pending. */
export interface CardRefundRow {
  id: string; // The Idempotency-Key.
  order_id: string;
  ref_number: string;
  payment_id: string;
  amount_cents: number;
  entry: string; // JSON: note and lines, for the credit note.
  state: "pending" | "done" | "refused";
  error: string | null; // Why it was refused, in words for staff.
  user_id: string;
  created_at: string;
  changed_at: string;
}

/** Money that left without the desk, or came back when it was to leave. It is listed until it is seen. */
export interface TakenBackRow {
  id: string; // The card company's id of the refund or dispute, or a key from the bank line.
  order_id: string;
  ref_number: string;
  amount_cents: number;
  why: (typeof takenWhys)[number];
  due_on: string | null; // The last day for the evidence in a dispute.
  at: string; // When we learned of it.
  seen_at: string | null;
}

/** A statement that was read and not confirmed yet. Removed after a day. */
export interface BankImportRow {
  id: string;
  content: string; // JSON.
  user_id: string;
  created_at: string;
}

/** Money that came into our account, by a key made of what the bank wrote: it is stored once. */
export interface BankLineRow {
  id: string;
  account: string;
  day: string; // In New Zealand.
  amount_cents: number;
  text: string; // Everything that the bank wrote about it.
  state: "waiting" | "matched" | "ignored";
  order_id: string | null;
  ref_number: string | null;
  user_id: string;
  at: string;
}

/** How a layout that we do not know is read. */
export interface BankLayoutRow {
  header: string; // SHA-256 of the header line.
  columns: string; // JSON.
  user_id: string;
  at: string;
}
