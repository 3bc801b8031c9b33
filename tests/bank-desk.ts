import { readFile } from "node:fs/promises";
import { join } from "node:path";

import type { TestApp } from "./build-test-app.ts";
import { addOrder, exampleLine } from "./deal-examples.ts";
import { orderDesk } from "./order-desk.ts";
import { deskCall, type DeskResponse } from "./staff.ts";

/** A file in a bank's layout, with made-up content. */
export function statementFile(name: string): Promise<Buffer> {
  return readFile(join(import.meta.dirname, "statements", name));
}

/** Payments as TSB's file has them. */
export function tsbFile(...rows: readonly (readonly [day: string, text: string, amount: string])[]): string {
  const lines = rows.map(([day, text, amount]) => `${day},"${text}",${amount},0.00`);
  return ["Date,Description,Amount,Balance", ...lines].join("\n");
}

/** An order of that total, which waits for its payment. */
export function addOrderOf(app: TestApp, cents: number) {
  return addOrder(app, { lines: [exampleLine({ unit_cents: cents - 1500 })] });
}

/** What one user does with statements of the bank. */
export async function bankDesk(app: TestApp) {
  const desk = await orderDesk(app);
  const { cookie } = desk;
  const read = async (file: string | Buffer, query = ""): Promise<DeskResponse> => {
    const body = Buffer.from(file);
    const answer = await app.fetch(`/functions/v1/bank-import${query}`, {
      method: "POST",
      headers: { cookie },
      body,
    });
    return { status: answer.status, body: (await answer.json()) as DeskResponse["body"] };
  };
  const confirm = (id: unknown) => deskCall(app, cookie, "POST bank-import-confirm", { import: id });
  return {
    ...desk,
    read,
    confirm,
    match: (line: unknown, ref: string) => deskCall(app, cookie, "POST bank-match", { line, ref }),
    ignore: (line: unknown) => deskCall(app, cookie, "POST bank-match", { line, ignore: true }),
    /** Reads and confirms; returns what reading it said. */
    async take(file: string | Buffer, query = ""): Promise<DeskResponse["body"]> {
      const { body } = await read(file, query);
      await confirm(body["import"]);
      return body;
    },
  };
}
