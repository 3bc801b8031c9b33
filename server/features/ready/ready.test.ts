import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import { freightTable } from "#domain/deals/freight.ts";
import { exampleFacts, type FirmFacts } from "#domain/firm.ts";
import type { ReadyLine } from "#domain/ready.ts";
import { appWithMailServer } from "#tests/app-with-mail-server.ts";
import { buildTestApp, testAdmin, type TestApp } from "#tests/build-test-app.ts";
import { inboundMail } from "#tests/inbound-mail.ts";
import { offerDesk, offerExample } from "#tests/offer-desk.ts";
import { quoteDesk } from "#tests/quote-desk.ts";
import { addStaff, deskCall, insertUser } from "#tests/staff.ts";
import { stockDesk } from "#tests/stock-desk.ts";

const ours = {
  trading_name: "Kauri Quads",
  legal_name: "Kauri Quads Limited",
  gst_number: "49-091-850",
  phone: "09 438 1234",
  email: "parts@kauriquads.co.nz",
  street: "7 Port Road",
};
const account = { bank_account: "12-3140-0171323-50", bank_account_name: "Kauri Quads Limited" };

/** The list as that app shows it to the first owner. */
async function listOf(app: TestApp) {
  const cookie = await app.signIn();
  const call = (...[name, body]: [Parameters<typeof deskCall>[2], object?]) =>
    deskCall(app, cookie, name, body);
  const lines = async () => (await call("GET ready")).body as unknown as ReadyLine[];
  let version = 0;
  return {
    cookie,
    call,
    lines,
    line: async (id: ReadyLine["id"]) => (await lines()).find((one) => one.id === id),
    open: async () => (await lines()).flatMap(({ id, done }) => (done ? [] : [id])),
    async saveFirm(facts: Partial<FirmFacts>) {
      const value = { ...exampleFacts, ...facts };
      const { password } = testAdmin;
      const saved = await deskCall(app, cookie, "PUT desk-settings/firm", { value, password }, version++);
      expect(saved).toMatchObject({ status: 200 });
    },
    async notice() {
      const { notices } = (await call("GET notices")).body as { notices: { id: string; title: string }[] };
      return notices.find(({ id }) => id === "ready")?.title;
    },
  };
}

/** Puts a mail into the mailbox, and has it read. Returns whether it was filed. */
async function arrives(app: TestApp, subject: string): Promise<boolean> {
  await app.app.run("inbox");
  const name = `${randomUUID()}.eml`;
  await writeFile(join(app.dataDir, "inbox", name), await inboundMail({ subject, text: "A test" }));
  await app.app.run("inbox");
  return (await readdir(join(app.dataDir, "inbox/QuadKea/Filed"))).includes(name);
}

const ids = ["firm", "gst", "pay", "mail-out", "mail-in", "freight", "backups", "second-owner"];

test("a new shop has eight things to do: each is done by what is there, and the notice goes with the last one", async () => {
  const { app, mail } = await appWithMailServer();
  const { call, lines, open, saveFirm, notice } = await listOf(app);
  expect(await open()).toEqual(ids);
  expect((await lines()).every(({ meanwhile }) => meanwhile !== null)).toBe(true);
  expect(await notice()).toBe("8 things to do before you open");
  await saveFirm(ours);
  expect(await open()).toEqual(ids.slice(2));
  await saveFirm({ ...ours, ...account });
  expect((await lines()).slice(-3)).toMatchObject([
    { id: "firm", done: true, meanwhile: null },
    { id: "gst", words: "GST number 49-091-850" },
    { id: "pay", words: "Customers can pay to your bank account" },
  ]);
  await call("POST ready-mail-out");
  expect(mail.messages).toMatchObject([
    { subject: "A test from Kauri Quads", envelope: { to: [testAdmin.email] } },
  ]);
  const { body } = await call("POST ready-mail-in");
  await arrives(app, `Re: ${String(body["code"]).toLowerCase()}`);
  await deskCall(app, await app.signIn(), "PUT desk-settings/freight", { value: freightTable }, 0);
  expect(await open()).toEqual(["backups", "second-owner"]);
  await insertUser(app, { email: "new@quadkea.example", desk_role: "owner", password_hash: "" });
  expect(await open(), "an owner without a password can let nobody in").toContain("second-owner");
  await insertUser(app, { desk_role: "owner" });
  expect(await notice()).toBe("1 thing to do before you open");
  const backups = { BACKUP_DIR: await mkdtemp(join(tmpdir(), "quadkea-backups-")) };
  const unlocked = await app.restart(backups);
  expect(await (await listOf(unlocked)).open()).toEqual(["backups"]);
  const kept = await listOf(await unlocked.restart({ ...backups, BACKUP_KEY: `${"k".repeat(43)}=` }));
  expect([await kept.open(), await kept.notice()]).toEqual([[], undefined]);
});

test("a fact that is still the example is named; an owner's shop may have the example's name and town", async () => {
  const { line, open, saveFirm } = await listOf(await buildTestApp());
  const { street, trading_name } = exampleFacts;
  await saveFirm({ ...ours, trading_name, street });
  expect(await line("firm")).toMatchObject({
    done: false,
    words: "Write your own: trading name, street",
    meanwhile: "The site says QuadKea, 1 Example Road.",
    page: "/admin/settings/firm",
  });
  await saveFirm({ ...ours, trading_name });
  expect(await open()).not.toContain("firm");
});

test("without an account or cards, the list says what customers read, and the record that they cannot see where to pay", async () => {
  const app = await buildTestApp();
  const { line, saveFirm } = await listOf(app);
  const desk = await quoteDesk(app);
  await desk.save();
  const isUnpayable = async () => (await desk.quote()).body["is_unpayable"];
  expect(await isUnpayable()).toBe(true);
  expect((await line("pay"))?.meanwhile).toContain("We will send you the payment details by text message");
  await saveFirm({ ...ours, ...account });
  expect(await isUnpayable()).toBe(false);
  const cards = { STRIPE_SECRET_KEY: "sk_test_1", STRIPE_WEBHOOK_SECRET: "whsec_1" };
  const { line: withCards } = await listOf(await (await buildTestApp()).restart(cards));
  expect(await withCards("pay")).toMatchObject({ done: true, words: "Customers can pay by card" });
});

test("recovery codes do as well as a second owner", async () => {
  const app = await buildTestApp();
  const { open } = await listOf(app);
  const [{ id }] = (await app.rows("users")) as [{ id: string }];
  await app.app.services.database.write((tx) =>
    tx.insertInto("recovery_codes").values({ user_id: id, code: "hash" }).execute(),
  );
  expect(await open()).not.toContain("second-owner");
});

test("a test that the mail server refuses says why and leaves the line open; another sender's address opens it again", async () => {
  const { app, mail } = await appWithMailServer("refuse-rcpt");
  const { call, open } = await listOf(app);
  const send = () => call("POST ready-mail-out");
  expect(await send()).toMatchObject({ status: 200, body: { to: testAdmin.email, error: "smtp 554" } });
  expect(await open()).toContain("mail-out");
  mail.setMode("accept");
  expect(await send()).toMatchObject({ body: { error: null } });
  expect(await open()).not.toContain("mail-out");
  for (let sent = 2; sent < 5; sent++) await send();
  expect(await send()).toMatchObject({
    status: 429,
    body: { error: expect.stringContaining("Wait ten minutes") },
  });
  const renamed = await app.restart({ MAIL_FROM: "shop@kauriquads.co.nz" });
  expect(await (await listOf(renamed)).open()).toContain("mail-out");
});

test("in production, a mail folder sends no test and stays open", async () => {
  const { call, line } = await listOf(await buildTestApp({ environment: { NODE_ENV: "production" } }));
  const words = expect.stringContaining("No mail leaves this server");
  expect(await call("POST ready-mail-out")).toMatchObject({ status: 409, body: { error: words } });
  expect(await line("mail-out")).toMatchObject({ done: false, words });
});

test("the test mail is known by its code and kept nowhere; any other mail is filed as ever; another inbox opens the line again", async () => {
  const app = await buildTestApp();
  const { call, open } = await listOf(app);
  const ask = async () => (await call("POST ready-mail-in")).body as { address: string; code: string };
  const { address, code } = await ask();
  expect([address, await ask()]).toEqual(["sales@quadkea.example", { address, code }]);
  expect(await arrives(app, "TEST-22222222")).toBe(false);
  expect(await open()).toContain("mail-in");
  expect(await arrives(app, code)).toBe(true);
  expect(await open()).not.toContain("mail-in");
  expect((await app.rows("inbound_mails")).map((row) => row["subject"])).toEqual(["TEST-22222222"]);
  expect((await ask()).code, "the next test has a code of its own").not.toBe(code);
  expect(await open()).toContain("mail-in");
  expect(await arrives(app, (await ask()).code)).toBe(true);
  const moved = await app.restart({ INBOX_ADDRESS: "answers@kauriquads.co.nz" });
  expect(await (await listOf(moved)).open()).toContain("mail-in");
});

test("staff see no such notice", async () => {
  const app = await buildTestApp();
  const { cookie } = await addStaff(app);
  expect((await deskCall(app, cookie, "GET notices")).body).toEqual({ notices: [] });
});

/** Sends a quote, an offer and a part over the counter; each may be tried again. */
async function sender(app: TestApp) {
  const [quote, offer, stock] = [await quoteDesk(app), await offerDesk(app), await stockDesk(app)];
  await quote.save();
  const [part] = await stock.written(null, { price_cents: 9000 });
  return async () => [
    await quote.call("send"),
    await offer.call("offerSend", offerExample(app)),
    await stock.call("POST part-sell", { number: part!.number, price_cents: 9000, method: "cash" }),
  ];
}

const sent = [{ status: 200 }, { status: 200 }, { status: 200 }];

test("in production, no quote, offer or sale at the counter carries an example: the refusal names the facts and the page", async () => {
  const app = await buildTestApp({ environment: { NODE_ENV: "production" } });
  const { saveFirm } = await listOf(app);
  const send = await sender(app);
  const { gst_number, legal_name } = exampleFacts;
  await saveFirm({ ...ours, gst_number, legal_name });
  const error =
    "Made up: GST number 000-000-000 and Legal name QuadKea Example Limited. An owner writes your own in Settings, under Your firm (/admin/settings/firm). Nothing can be sent or sold before";
  for (const refused of await send()) expect(refused).toMatchObject({ status: 422, body: { error } });
  expect([...(await app.rows("quote_versions")), ...(await app.rows("offers"))]).toEqual([]);
  await saveFirm(ours);
  expect(await send()).toMatchObject(sent);
});

test("while it is tried out, examples may leave", async () => {
  const send = await sender(await buildTestApp());
  expect(await send()).toMatchObject(sent);
});
