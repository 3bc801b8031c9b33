import { once } from "node:events";

import { type DocumentContent, type DocumentLine, documentTitle } from "#domain/deals/documents.ts";
import { formatCents } from "#domain/deals/money.ts";
import { formatDayAndYear } from "#domain/nz-time.ts";
import type { Customer } from "#server/features/deals/orders/order-customer.ts";

import { type SheetCell, edges, Sheet } from "./sheet.ts";

/**
 * Returns an invoice or credit note as tagged PDF on A4 (deals.md section 7). The same document always gives the same bytes.
 * pdfkit is loaded with the first one.
 */
export async function documentPdf(content: DocumentContent, customer: Customer | null): Promise<Buffer> {
  const { default: PDFDocument } = await import("pdfkit");
  const title = documentTitle(content);
  const options = {
    size: "A4",
    margin: 0,
    pdfVersion: "1.7",
    tagged: true,
    lang: "en-NZ",
    displayTitle: true,
    bufferPages: true,
    font: "", // The standard fonts are not embedded.
    info: {
      Title: title,
      Author: content.business.legal_name,
      CreationDate: new Date(`${content.issued_on}T00:00:00Z`),
    },
  } as const;
  // The types of pdfkit lack this subset.
  const pdf = new PDFDocument(Object.assign(options, { subset: "PDF/UA" as never }));
  const chunks: Buffer[] = [];
  pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = once(pdf, "end");
  write(new Sheet(pdf), content, customer);
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}

function write(sheet: Sheet, content: DocumentContent, customer: Customer | null): void {
  const { kind, number, lines, total_cents: total, gst_cents: gst } = content;
  sheet.block("H1", [documentTitle(content)], { size: 22, weight: "bold" });
  sheet.y += 8;
  sheet.block("P", headLines(content));
  sheet.y += 14;
  writeParties(sheet, content, customer);
  sheet.table(cellsOf(["Description", "Quantity", "Price", "Amount"], "bold"), (table) => {
    for (const line of lines) sheet.row(table, cellsOf(lineTexts(line)));
    const label = `${kind === "invoice" ? "Total" : "Total credited"}, includes GST of ${formatCents(gst)}`;
    sheet.row(table, cellsOf([label, "", "", formatCents(total)], "bold"), { headings: 1 });
  });
  sheet.y += 14;
  sheet.block("P", footLines(content), { size: 8.5 });
  const name = `${kind === "invoice" ? "Invoice" : "Credit note"} ${number.replace(/^\D+/, "")}`;
  sheet.end((page, pages) => `${name}, page ${page} of ${pages}`);
}

const day = (date: string) => formatDayAndYear(new Date(`${date}T00:00:00Z`));

function headLines({ number, issued_on, reference, version, corrects }: DocumentContent): string[] {
  return [
    `Number ${number}`,
    `Date: ${day(issued_on)}`,
    ...(corrects === null ? [] : [`Corrects tax invoice ${corrects.number} of ${day(corrects.issued_on)}`]),
    `Reference: ${reference}, quote version ${version}`,
  ];
}

/** Writes seller and buyer side by side (GST Act 1985, section 19E). */
function writeParties(sheet: Sheet, { business }: DocumentContent, customer: Customer | null): void {
  const { legal_name: legal, name, gst_number: gst, address, phone, email } = business;
  const from = [`From ${legal}`, `trading as ${name}`, `GST number ${gst}`, address, phone, email];
  const to = customer === null ? ["To the customer of this order"] : buyerLines(customer);
  const [top, width] = [sheet.y, (edges.right - edges.left) / 2 - 12];
  sheet.block("P", from, { width });
  const below = sheet.y;
  sheet.y = top;
  sheet.block("P", to, { x: edges.right - width, width });
  sheet.y = Math.max(below, sheet.y) + 16;
}

function buyerLines({ full_name: buyer, delivery_address: address, phone, email }: Customer): string[] {
  return [`To ${buyer}`, address, phone, email];
}

const columns = [
  { x: edges.left, width: 300, align: "left" },
  { x: 356, width: 46, align: "right" },
  { x: 406, width: 66, align: "right" },
  { x: 476, width: edges.right - 476, align: "right" },
] as const;

function cellsOf(texts: readonly string[], weight: SheetCell["weight"] = "normal"): SheetCell[] {
  return columns.map((column, index) => ({ ...column, text: texts[index] ?? "", weight }));
}

function lineTexts({ text, facts, quantity, unit_cents: unit, cents }: DocumentLine): string[] {
  const words = facts === "" ? text : `${text}\n${facts}`;
  return [words, String(quantity), formatCents(unit), formatCents(cents)];
}

/** Names no bank account: how to pay is on the page alone (deals.md 1.8). */
function footLines({ kind }: DocumentContent): string[] {
  return [
    kind === "invoice"
      ? "What has been paid, and how to pay, is on the page of your order."
      : "What we have paid back is on the page of your order.",
    "You have rights under the Consumer Guarantees Act 1993. Our own promises are in addition to them.",
  ];
}
