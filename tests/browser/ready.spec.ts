import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { exampleFacts } from "#domain/firm.ts";
import { firmCalls } from "#domain/firm/firm-calls.ts";

import { openSection } from "./desk.ts";
import { admin } from "./site-process.ts";
import { expect, expectAccessible, signIn, test } from "./site.ts";

const ours = {
  legal_name: "Kauri Quads Limited",
  gst_number: "49-091-850",
  phone: "09 438 1234",
  email: "parts@kauriquads.co.nz",
  street: "7 Port Road",
  bank_account: "12-3140-0171323-50",
  bank_account_name: "Kauri Quads Limited",
};

test("a new owner is led from the desk to what is left, line by line, until the shop can open", async ({
  page,
  site,
  mailServer,
}) => {
  await site.start({
    BACKUP_DIR: await mkdtemp(join(tmpdir(), "quadkea-backups-")),
    INBOX_ADDRESS: "answers@kauriquads.co.nz",
    BACKUP_KEY: `${"k".repeat(43)}=`,
  });
  await signIn(page);
  await page.getByRole("link", { name: "7 things to do before you open" }).click();
  const left = page.getByRole("main").getByRole("status").first();
  await expect(left).toHaveText("7 of 8 still to do");
  await expect(page.getByText("Customers cannot see where to pay.")).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Send a test to me" }).click();
  await expect(page.getByText(`Sent to ${admin.email}.`)).toBeVisible();
  expect(mailServer.messages.map(({ subject }) => subject)).toEqual(["A test from QuadKea"]);
  await page.getByRole("button", { name: "Test it" }).click();
  const href = await page.getByRole("link", { name: "Write that mail" }).getAttribute("href");
  await site.receive({ subject: href?.split("?subject=")[1] ?? "", text: "It works" });
  await expect(page.getByText("Answers come in")).toBeVisible({ timeout: 20_000 });

  await page.getByRole("link", { name: "Quotes and freight" }).last().click();
  await page.getByRole("textbox", { name: "Service, as customers read it" }).fill("Courier van");
  await page.getByRole("button", { name: "Save" }).first().click();
  await expect(page.getByRole("status").filter({ hasText: "Saved" }).first()).toBeVisible();
  const data = { value: { ...exampleFacts, ...ours }, password: admin.password };
  const saved = await page.request.put(firmCalls.change.path, { data, headers: { "if-match": '"0"' } });
  expect(saved.status()).toBe(200);
  await site.change("insert into recovery_codes (user_id, code) select id, 'hash' from users");
  await openSection(page, "Ready to open?");
  await expect(left).toHaveText("All done: you can open.");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Back to desk" }).click();
  await expect(page.getByRole("tab").first()).toBeVisible();
  await expect(page.getByText("before you open")).toBeHidden();
});
