import { setImmediate as nextTurn } from "node:timers/promises";

import { lastDayToPay } from "#domain/deals/deal-state.ts";
import { type DocumentContent, type DocumentLine, documentNumber } from "#domain/deals/documents.ts";
import type { AccountsFormat } from "#domain/deals/money-wire.ts";
import { gstKinds } from "#domain/deals/purchase.ts";
import { readContent } from "#server/features/deals/orders/documents.ts";
import { customerIfReadable } from "#server/features/deals/orders/order-customer.ts";
import { byteOrderMark, type CsvCell, csvOf } from "#server/features/export/csv.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { Services } from "#server/services/services.ts";

import { signOf } from "./gst.ts";
import { type DayRange, momentsOf } from "./period.ts";
import { type Bought, purchasesIn } from "./purchases.ts";

/** Documents that are read and formatted at a time: other requests run between two pages. */
const pageSize = 100;

interface AccountsDocument {
  readonly content: DocumentContent;
  readonly customer: string;
  readonly due: string; // A day.
}

interface Format {
  readonly begins: string;
  readonly columns: readonly string[];
  /** Of a document; absent if the file has none. */
  readonly rows?: (document: AccountsDocument) => CsvCell[][];
  /** Of a machine that was bought; absent if the file has none. */
  readonly bill?: (bought: Bought) => CsvCell[];
}

/** Yields the file: documents page by page, then what was bought, each oldest first. */
export async function* accountsFile(
  db: Query,
  services: Services,
  days: DayRange,
  as: AccountsFormat,
): AsyncGenerator<string> {
  const { begins, columns, rows, bill } = formats[as];
  yield `${begins}${columns.join(",")}\r\n`;
  if (rows !== undefined)
    for await (const page of documentPages(db, days))
      yield csvOf(page.flatMap((row) => rows(issuedOf(services, row))));
  const bought = bill === undefined ? [] : (await purchasesIn(db, days)).map(bill);
  if (bought.length > 0) yield csvOf(bought);
}

async function* documentPages(db: Query, days: DayRange): AsyncGenerator<DocumentPage> {
  const { begins, ends } = momentsOf(days);
  for (let after = { issued_at: begins, number: "" }; ;) {
    const page = await documentsAfter(db, after, ends);
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return;
    after = last;
    await nextTurn();
  }
}

type DocumentPage = Awaited<ReturnType<typeof documentsAfter>>;

function documentsAfter(
  db: Query,
  after: { readonly issued_at: string; readonly number: string },
  ends: string,
) {
  return db
    .selectFrom("documents")
    .innerJoin("orders", "orders.id", "documents.order_id")
    .select(["documents.number", "documents.issued_at", "documents.content"])
    .select(["orders.id", "orders.customer", "orders.invoice_number", "orders.pay_by"])
    .where((row) =>
      row(row.refTuple("issued_at", "documents.number"), ">", row.tuple(after.issued_at, after.number)),
    )
    .where("documents.issued_at", "<", ends)
    .orderBy("documents.issued_at")
    .orderBy("documents.number")
    .limit(pageSize)
    .execute();
}

/** An order knows when its last invoice is due, not when those before it were. */
function issuedOf(services: Services, row: DocumentPage[number]): AccountsDocument {
  const content = readContent(row.content);
  const invoice = documentNumber("invoice", row.invoice_number);
  const customer = customerIfReadable(services, row)?.full_name ?? `Customer of ${invoice}`;
  const due = content.number === invoice ? lastDayToPay(row) : content.issued_on;
  return { content, customer, due };
}

const xeroColumns =
  "*ContactName,EmailAddress,POAddressLine1,POAddressLine2,POAddressLine3,POAddressLine4,POCity,PORegion,POPostalCode,POCountry,*InvoiceNumber,Reference,*InvoiceDate,*DueDate,InventoryItemCode,*Description,*Quantity,*UnitAmount,Discount,*AccountCode,*TaxType,TrackingName1,TrackingOption1,TrackingName2,TrackingOption2,Currency,BrandingTheme".split(
    ",",
  );

const billColumns = xeroColumns
  .filter((column) => !["Reference", "Discount", "BrandingTheme"].includes(column))
  .map((column) => (column === "*Description" ? "Description" : column));

/** Xero's names for the taxes in New Zealand. */
const [taxType, billTaxType, noTax] = ["15% GST on Income", "15% GST on Expenses", "No GST"];

/**
 * Xero: customer invoices, or bills, with amounts that include GST, one row a line; its accounts are for the accountant to
 * choose. No mark of UTF-8 in front: Xero compares the headings. CSV: one row a document, one a bill.
 */
const formats: Readonly<Record<AccountsFormat, Format>> = {
  xero: {
    begins: "",
    columns: xeroColumns,
    rows: (issued) => issued.content.lines.map((line) => xeroRow(issued, line)),
  },
  "xero-bills": { begins: "", columns: billColumns, bill: xeroBill },
  csv: {
    begins: byteOrderMark,
    columns: ["number", "kind", "issued", "customer", "reference", "total", "gst", "corrects"],
    rows: ({ content, customer }) => {
      const { number, kind, issued_on: day, reference, total_cents, gst_cents, corrects } = content;
      const amounts = [total_cents, gst_cents].map((cents) => ({ cents: signOf(kind) * cents }));
      return [[number, kind, day, customer, reference, ...amounts, corrects?.number ?? null]];
    },
    bill: ({ number, day, seller, ref, cents, credit_cents }) => {
      const amounts = [cents, credit_cents].map((amount) => ({ cents: amount }));
      return [billNumber(number), "bill", day, seller, ref, ...amounts, null];
    },
  },
};

function xeroRow(
  { content, customer, due }: AccountsDocument,
  { text, facts, quantity, unit_cents }: DocumentLine,
) {
  const { kind, number, reference, issued_on: day, corrects } = content;
  const credited = corrects === null ? "" : `${corrects.number}: `;
  const cells: Readonly<Record<string, CsvCell>> = {
    "*ContactName": customer,
    "*InvoiceNumber": number,
    Reference: reference,
    "*InvoiceDate": dayFirst(day),
    "*DueDate": dayFirst(due),
    "*Description": `${credited}${text}${facts === "" ? "" : ` (${facts})`}`,
    "*Quantity": quantity,
    "*UnitAmount": { cents: signOf(kind) * unit_cents },
    "*TaxType": taxType,
  };
  return xeroColumns.map((column) => cells[column] ?? null);
}

/** As on the machine's label. */
const billNumber = (machine: number) => `M-${machine}`;

/** It was paid when it was bought. */
function xeroBill({ number, day, gst, cents, credit_cents: credit, name, seller }: Bought): CsvCell[] {
  const cells: Readonly<Record<string, CsvCell>> = {
    "*ContactName": seller,
    "*InvoiceNumber": billNumber(number),
    "*InvoiceDate": dayFirst(day),
    "*DueDate": dayFirst(day),
    Description: `${name}. ${gstKinds[gst]}`,
    "*Quantity": 1,
    "*UnitAmount": { cents },
    "*TaxType": credit === 0 ? noTax : billTaxType,
  };
  return billColumns.map((column) => cells[column] ?? null);
}

const dayFirst = (day: string) => day.split("-").toReversed().join("/");
