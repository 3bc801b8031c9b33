import { setImmediate as nextTurn } from "node:timers/promises";

import { lastDayToPay } from "#domain/deals/deal-state.ts";
import { type DocumentContent, type DocumentLine, documentNumber } from "#domain/deals/documents.ts";
import type { AccountsFormat } from "#domain/deals/money-wire.ts";
import { readContent } from "#server/features/deals/orders/documents.ts";
import { customerIfReadable } from "#server/features/deals/orders/order-customer.ts";
import { byteOrderMark, type CsvCell, csvOf } from "#server/features/export/csv.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { Services } from "#server/services/services.ts";

import { signOf } from "./gst.ts";
import { type DayRange, momentsOf } from "./period.ts";

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
  rows(document: AccountsDocument): CsvCell[][];
}

/** Yields the file page by page, oldest document first. */
export async function* accountsFile(
  db: Query,
  services: Services,
  days: DayRange,
  as: AccountsFormat,
): AsyncGenerator<string> {
  const format = formats[as];
  yield `${format.begins}${format.columns.join(",")}\r\n`;
  const { begins, ends } = momentsOf(days);
  for (let after = { issued_at: begins, number: "" }; ;) {
    const page = await documentsAfter(db, after, ends);
    if (page.length > 0) yield csvOf(page.flatMap((row) => format.rows(issuedOf(services, row))));
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

/** Xero's name for the tax in New Zealand. */
const taxType = "15% GST on Income";

/**
 * Xero: customer invoices with amounts that include GST, one row a line; its accounts are for the accountant to choose.
 * No mark of UTF-8 in front: Xero compares the headings. CSV: one row a document.
 */
const formats: Readonly<Record<AccountsFormat, Format>> = {
  xero: {
    begins: "",
    columns: xeroColumns,
    rows: (issued) => issued.content.lines.map((line) => xeroRow(issued, line)),
  },
  csv: {
    begins: byteOrderMark,
    columns: ["number", "kind", "issued", "customer", "reference", "total", "gst", "corrects"],
    rows: ({ content, customer }) => {
      const { number, kind, issued_on: day, reference, total_cents, gst_cents, corrects } = content;
      const amounts = [total_cents, gst_cents].map((cents) => ({ cents: signOf(kind) * cents }));
      return [[number, kind, day, customer, reference, ...amounts, corrects?.number ?? null]];
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

const dayFirst = (day: string) => day.split("-").toReversed().join("/");
