import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { formatCents } from "#domain/deals/money.ts";
import { paymentCode } from "#domain/deals/typed-numbers.ts";
import { nzDate } from "#domain/nz-time.ts";
import type { Config } from "#server/platform/config/config.ts";
import { openForCommand } from "#server/platform/database/open-database.ts";

/** Writes a bank's file that pays what is owed, the last one without its code. Returns its path; null if there is no account. */
export async function writeBankFile(config: Config): Promise<string | null> {
  const [bank, branch, account, suffix] = config.firm.bank_account?.split("-") ?? [];
  if (suffix === undefined) return null;
  const { close, reader } = await openForCommand(config.database);
  const owed = reader.selectFrom("orders").selectAll().where("state", "=", "awaiting_payment");
  const current = owed.where("pay_by", ">", new Date().toISOString());
  const orders = await current.orderBy("invoice_number").execute();
  await close();
  const day = nzDate(new Date()).replaceAll("-", "/");
  const rows = orders.map(({ invoice_number: invoice, total_cents, credited_cents, paid_cents }, index) => {
    const memo = index === orders.length - 1 ? "PARTS THANKS" : `${paymentCode(invoice)} PARTS`;
    const dollars = formatCents(total_cents - credited_cents - paid_cents).replaceAll(/[$,]/g, "");
    return `${day},${day.replaceAll("/", "")}${index},D/C,,"D/C FROM FARMER ${index + 1}","${memo}",${dollars}`;
  });
  const head = [
    `Bank ${bank}; Branch ${branch}; Account ${account}-${suffix} (Business)`,
    "Date,Unique Id,Tran Type,Cheque Number,Payee,Memo,Amount",
  ];
  const file = join(config.dataDir, "demo-bank-file.csv");
  await mkdir(config.dataDir, { recursive: true });
  await writeFile(file, [...head, "", ...rows, ""].join("\n"));
  return file;
}
