import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { expect, onTestFinished, test, vi } from "vitest";

import { nzInstant } from "#domain/nz-time.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { addOrder, exampleLine } from "#tests/deal-examples.ts";
import { person, runPerson } from "#tests/person-command.ts";
import { addBoughtMachine, addPartWithPhoto, addPhoto, addSale } from "#tests/sale-rows.ts";
import { addRecord, quoteRequestExample } from "#tests/submission-examples.ts";

// Commands are processes of their own, which take their time on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const seller = { email: "moana.tahi@example.co.nz", full_name: "Moana Tahi" };
const other = { email: "hemi@example.co.nz", full_name: "Hēmi Walker" };
const startAt = nzInstant("2026-08-03", "14:00");

async function counts(app: TestApp, ...tables: string[]): Promise<number[]> {
  return Promise.all(tables.map(async (table) => (await app.rows(table)).length));
}

async function night(app: TestApp, date: string): Promise<void> {
  app.advance(nzInstant(date, "04:00").getTime() - app.app.services.now().getTime());
  await app.app.run("retention");
  await app.app.run("photo files");
}

async function photoFiles(app: TestApp): Promise<string[]> {
  const names = await readdir(join(app.dataDir, "photos"));
  return names.filter((name) => name.endsWith(".jpg")).toSorted();
}

const sale = ["vehicle_submissions", "photos", "photo_uploads", "photo_requests", "offers", "pick_ups"];

test("an export has the offer, the account and the dealer's record in clear, and the photos as files", async () => {
  const app = await buildTestApp({ startAt });
  const reference = await addBoughtMachine(app, seller);
  await addSale(app, other);
  const folder = await mkdtemp(join(tmpdir(), "quadkea-person-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const { stdout, stderr } = await runPerson(app, "export", seller.email, "--photos", folder);
  const held = JSON.parse(stdout);
  expect(held).toMatchObject({
    vehicle_submissions: [{ ref_number: reference }],
    offers: [{ amount_cents: 150_000, content: { reference } }],
    pick_ups: [{ account: "12-3456-0123456-00" }],
    photo_requests: [{ shots: ["dash"] }],
    purchases: [{ record: { name: "Moana Tahi", identity_number: "AB123456" } }],
  });
  expect(held.purchases[0]).not.toHaveProperty("sealed");
  const files = held.photos.map(({ file }: { file: string }) => file);
  expect((await readdir(folder)).toSorted()).toEqual(files.toSorted());
  for (const { id, file } of held.photos)
    expect(await readFile(join(folder, file), "utf8")).toBe(`photo ${id}`);
  expect(stderr).toContain(`Photos: 2, in ${folder}`);
});

test("an erasure removes a seller's offer, account and photos; the dealer's record stays sealed, named with both laws, and is found again", async () => {
  const app = await buildTestApp({ startAt });
  const reference = await addBoughtMachine(app, seller);
  await addSale(app, other);
  const ofPart = await addPartWithPhoto(app);
  const report = await person(app, "erase", seller.email);
  expect(report).toContain("Secondhand Dealers and Pawnbrokers Act 2004, section 42, and Tax Administration");
  expect(report).toContain(`  machine 1 of ${reference}, until 2034-03-31`);
  expect(await counts(app, ...sale, "photo_pieces")).toEqual([1, 3, 1, 1, 1, 1, 1]);
  expect(await counts(app, "purchases", "machines", "parts")).toEqual([1, 1, 1]);
  expect(await photoFiles(app)).toHaveLength(6);
  expect(await photoFiles(app)).toContain(`${ofPart}.jpg`);
  for (const text of ["moana", "AB123456", "12 Kea Road"]) {
    const search = promisify(execFile)("grep", ["-rlai", text, "."], { cwd: app.dataDir });
    await expect(search).rejects.toMatchObject({ code: 1, stdout: "" });
  }
  const held = JSON.parse(await person(app, "export", seller.email));
  expect(held).toMatchObject({
    vehicle_submissions: [],
    photos: [],
    purchases: [{ ref_number: reference, record: { name: "Moana Tahi" } }],
  });
  expect(await person(app, "erase", seller.email)).toContain("machine 1");
});

test("photos of a part stay as long as the order that was agreed with them; what the customer sent goes", async () => {
  const app = await buildTestApp({ startAt });
  const reference = await addRecord(app, quoteRequestExample, seller);
  await addPhoto(app, reference);
  await addPhoto(app, reference, "part");
  const { id, sha256 } = await addPhoto(app, reference, "part");
  await addOrder(app, { reference, lines: [exampleLine({ photos: [sha256] })] });
  await person(app, "erase", seller.email, "--orders");
  expect((await app.rows("photos")).map((row) => row["id"])).toEqual([id]);
  const files = [`${id}-320.jpg`, `${id}.jpg`];
  expect(await photoFiles(app)).toEqual(files);
  await app.app.run("retention");
  await night(app, "2034-04-01");
  expect(await counts(app, "orders", "photos")).toEqual([0, 0]);
  expect(await photoFiles(app)).toEqual([]);
});

test("a vehicle that we did not buy goes after 24 months with its photos; a purchase seven years after its tax year, then its vehicle; the machine and its parts stay", async () => {
  const app = await buildTestApp({ startAt });
  await app.app.run("retention");
  await addBoughtMachine(app, seller);
  await addSale(app, other);
  const ofPart = await addPartWithPhoto(app);
  await night(app, "2028-08-05");
  expect(await counts(app, ...sale)).toEqual([1, 3, 1, 1, 1, 1]);
  expect(await photoFiles(app)).toHaveLength(6);
  await night(app, "2034-03-31");
  expect(await counts(app, "purchases")).toEqual([1]);
  await night(app, "2034-04-01");
  expect(await counts(app, "purchases", "vehicle_submissions")).toEqual([0, 1]);
  await night(app, "2034-04-02");
  expect(await counts(app, ...sale, "photo_pieces")).toEqual([0, 1, 0, 0, 0, 0, 0]);
  expect(await photoFiles(app)).toEqual([`${ofPart}-320.jpg`, `${ofPart}.jpg`]);
  expect(await app.rows("machines")).toMatchObject([{ number: 1 }]);
  expect(await app.rows("parts")).toMatchObject([{ number: 1, machine_number: 1, photo: ofPart }]);
});
