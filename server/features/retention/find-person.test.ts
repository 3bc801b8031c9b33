import { expect, test, vi } from "vitest";

import { buildTestApp } from "#tests/build-test-app.ts";
import { addOrder } from "#tests/deal-examples.ts";
import { deskOf } from "#tests/desk-calls.ts";
import { person, runPerson } from "#tests/person-command.ts";
import { addRecord, contactMessageExample, quoteRequestExample } from "#tests/submission-examples.ts";

// Commands are processes of their own, which take their time on a busy machine.
vi.setConfig({ testTimeout: 240_000 });

const phone = "021 555 0142";

test("an order left of somebody else with the same number makes the number a shared one", async () => {
  const app = await buildTestApp();
  const { ref_number: reference } = await addOrder(app);
  await person(app, "erase", "aroha@example.co.nz", "--orders");
  await addRecord(app, contactMessageExample, { phone: String(quoteRequestExample.values["phone"]) });
  const number = String(quoteRequestExample.values["phone"]);
  const refused = person(app, "export", number);
  await expect(refused).rejects.toMatchObject({ code: 1, stdout: "" });
  await expect(refused).rejects.toThrow(/hemi@example\.co\.nz[^]*aroha@example\.co\.nz/);
  const everyone = JSON.parse(await person(app, "export", number, "--everyone"));
  expect(everyone).toMatchObject({ contact_messages: [{}], orders: [{ ref_number: reference }] });
});

test("a person is found by phone, however they and we wrote it, and erased the same way", async () => {
  const app = await buildTestApp();
  const written = ["021 555 0142 after 5 pm", "+64 (0)21 555 0142", "0064 21/555-0142 or 09 430 1234"];
  for (const each of written) await addRecord(app, contactMessageExample, { phone: each });
  await addRecord(app, contactMessageExample, { phone: "09 430 0142 ext 5" });
  const found = async (typed: string) =>
    JSON.parse(await person(app, "export", typed)).contact_messages.length;
  expect([await found("021 555 0142"), await found("(09) 430 1234")]).toEqual([3, 1]);
  expect(await person(app, "erase", "64 21 555 0142")).toContain("contact_messages 3");
  expect(await app.rows("contact_messages")).toMatchObject([{ phone: "09 430 0142 ext 5" }]);
});

test("a record is found by the address or number it had before a correction, and is included with --everyone", async () => {
  const app = await buildTestApp();
  const reference = await addRecord(app, contactMessageExample, { email: "old@example.co.nz", phone });
  await addRecord(app, contactMessageExample, { email: "somebody@example.co.nz", phone: "027 555 0199" });
  const desk = await deskOf(app);
  await desk.correct(reference, { email: "new@example.co.nz", phone: "027 555 0111" });
  for (const former of ["Old@example.co.nz", "+64 21 555 0142"]) {
    const { stdout, stderr } = await runPerson(app, "export", former);
    expect(JSON.parse(stdout).contact_messages).toEqual([]);
    expect(stderr).toContain("Not included");
    expect(stderr).toContain("  new@example.co.nz  (Hēmi Walker): 1 record\n");
    const all = await runPerson(app, "export", former, "--everyone");
    expect(JSON.parse(all.stdout).contact_messages).toMatchObject([{ ref_number: reference }]);
    expect(all.stderr).not.toContain("Not included");
  }
  const { stdout, stderr } = await runPerson(app, "erase", "old@example.co.nz");
  expect(stdout).toContain("contact_messages 0");
  expect(stderr).toContain("  new@example.co.nz  (Hēmi Walker): 1 record\n");
  expect(await person(app, "erase", "old@example.co.nz", "--everyone")).toContain("contact_messages 1");
  expect(await app.rows("contact_messages")).toMatchObject([{ email: "somebody@example.co.nz" }]);
});
