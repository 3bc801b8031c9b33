import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { saleCalls } from "#domain/deals/sale-calls.ts";
import { dayMs, hourMs } from "#domain/durations.ts";
import { contactMessage } from "#domain/forms/contact-message.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";
import { tsbFile } from "#tests/bank-desk.ts";
import { FakeStripe } from "#tests/fake-stripe.ts";
import { quoteExample } from "#tests/quote-example.ts";
import { vehicleExample } from "#tests/submission-examples.ts";

import { dealSettings, photoPath, quoteSent, staffAt } from "./deal.ts";
import { type EngineName, EngineTab, missingProgram } from "./engine.ts";
import { photo } from "./photo.ts";
import { admin, type SiteProcess } from "./site-process.ts";
import { expect, test as siteTest } from "./site.ts";
import { TlsRelay } from "./tls-relay.ts";

/** The engines of Firefox and Safari. Everything else is tested in Chromium alone. */
const test = siteTest.extend<{ engine: EngineName; tab: EngineTab; folder: string }>({
  engine: ["Firefox", { option: true }],
  settings: dealSettings,
  tab: async ({ engine }, use) => {
    const missing = missingProgram(engine);
    test.skip(missing !== null && process.env["CI"] === undefined, `${missing} is not installed`);
    const tab = await EngineTab.open(engine);
    await use(tab);
    await tab.close();
  },
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), "quadkea-files-"));
    await use(folder);
    rmSync(folder, { recursive: true });
  },
});

async function fillIn(tab: EngineTab, labelled: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(labelled)) await tab.fill(label, value);
}

/** WebDriver's own letters for them. */
const ctrlEnter = "\uE009\uE007\uE000";

/** The page of that link on the server itself. */
const pageOf = (site: SiteProcess, link: string) => site.origin + new URL(link).pathname;

for (const engine of ["Firefox", "WebKit"] as const)
  test.describe(engine, () => {
    test.use({ engine });

    test("a customer asks for a part, sends five photos at once, approves, pays by card and sends it back", async ({
      tab,
      site,
      folder,
    }) => {
      test.slow();
      const stripe = new FakeStripe();
      await stripe.start();
      await site.start(stripe.environment);
      stripe.webhook = `${site.origin}/hooks/stripe`;
      await tab.goto(site.origin + quoteRequest.page);
      const { make, model, part_needed: part, full_name: name, phone, email } = quoteExample;
      await fillIn(tab, { Make: make, Model: model, Year: "2015", "Part needed": part });
      await fillIn(tab, {
        "Full name": name,
        Phone: phone,
        Email: email,
        "Delivery address": "1 Kauri Road",
      });
      await tab.check("I agree to");
      await tab.press(quoteRequest.button.label);
      await tab.hasHeading(quoteRequest.successTitle);
      const [asked] = site.sql("select ref_number from quote_requests");
      const given = String(asked?.["ref_number"]);
      const { link, send } = await quoteSent(site, { given });

      await tab.goto(`${pageOf(site, link)}/photos`);
      const files = Array.from({ length: 5 }, (_, index) => join(folder, `${index}.jpg`));
      // Trailing bytes make each a photo of its own.
      const taken = await photo();
      for (const [index, file] of files.entries())
        writeFileSync(file, Buffer.concat([taken, Buffer.of(index)]));
      await tab.chooseFiles("section[data-shot=''] input[multiple]", files);
      await expect
        .poll(() => site.sql("select count(*) as count from photos"), { timeout: 60_000 })
        .toEqual([{ count: 5 }]);

      await tab.goto(pageOf(site, link));
      await tab.hasHeading("Your quote is ready");
      await tab.press("Approve for $200.00");
      expect(
        await tab.evaluate("return document.querySelector('[name=accept]').validity.valueMissing;"),
      ).toBe(true);
      await tab.check("I have checked the machine");
      await tab.press("Approve for $200.00");
      await tab.hasHeading("Approved: now the payment");
      await tab.press("Pay $200.00 by card");
      await tab.sees("Nothing is charged");
      await tab.press("Pay $");
      await tab.hasHeading("Paid: we are packing it");

      await send();
      await tab.goto(pageOf(site, link));
      await tab.check("I have my parcel");
      await tab.press("It has arrived");
      await tab.hasHeading("Delivered");
      await tab.press("Send something back");
      await tab.check("It is faulty");
      await tab.check("Front diff");
      await tab.fill("In your words", "It whines from 20 km/h");
      await tab.press("Ask to send it back");
      await tab.hasHeading("Return asked");
      await stripe.stop();
      if (engine === "Firefox") {
        await tab.goto(`${pageOf(site, link)}/invoice`);
        expect(textOf(await tab.print(), folder), "amounts are text on paper, too").toMatch(
          /Total[\s\S]*\$200\.00/,
        );
      }
    });

    test("a seller offers a quad, and accepts our offer; somebody else writes to us", async ({
      tab,
      site,
    }) => {
      await tab.goto(site.origin + vehicleSubmission.page);
      const { make, model, year, location, ...person } = vehicleExample.values;
      await fillIn(tab, { Make: `${make}`, Model: `${model}`, Year: `${year}`, Location: `${location}` });
      await tab.check("Not running");
      await fillIn(tab, {
        "Full name": `${person["full_name"]}`,
        Phone: `${person["phone"]}`,
        Email: `${person["email"]}`,
      });
      await tab.press(vehicleSubmission.button.label);
      await tab.sees(vehicleSubmission.successTitle);
      const [offered] = site.sql("select ref_number from vehicle_submissions");
      const ref = String(offered?.["ref_number"]);
      const staff = await staffAt(site);
      const from = new Date(Math.ceil(Date.now() / hourMs) * hourMs + 2 * dayMs);
      const window = { from: from.toISOString(), to: new Date(from.getTime() + 3 * hourMs).toISOString() };
      const offer = { ref, amount_cents: 120_000, valid_days: 7, pick_up: [window], words: "" };
      await staff.call(saleCalls.offerSend.path, offer);
      await tab.goto((site.origin + (await photoPath(staff, ref))).replace("/photos", ""));
      await tab.hasHeading("Our offer is ready");
      await tab.check("Neither suits: ring me");
      await tab.check("Into my bank account");
      await tab.fill("Your bank account number", "01-0902-0068389-00");
      await tab.check("No");
      await tab.check("I own this machine");
      await tab.press("Accept $1,200");
      await tab.hasHeading("Offer accepted: pick-up");

      await tab.goto(site.origin + contactMessage.page);
      await fillIn(tab, {
        "Full name": "Hēmi Walker",
        Email: "hemi@example.co.nz",
        Subject: "Open?",
        Message: "Kia ora",
      });
      await tab.press(contactMessage.button.label);
      await tab.sees(contactMessage.successTitle);
      expect(site.sql("select full_name from contact_messages")).toEqual([{ full_name: "Hēmi Walker" }]);
    });

    test("staff sign in, send a quote by keyboard, and enter the bank's file", async ({
      tab,
      site,
      folder,
    }) => {
      const relay = await TlsRelay.open(site.origin);
      await site.start({ SITE_ORIGIN: relay.origin });
      const first = await quoteSent(site, { isWithMail: false });
      await first.approve();
      const reference = await site.addQuote({ year: 2017 });
      await tab.goto(`${relay.origin}/admin-login?record=${reference}`);
      await fillIn(tab, { Email: admin.email, Password: admin.password });
      await tab.press("Login");
      await tab.sees("Notes and history");
      await tab.type("q");
      await tab.fill("Price, grade, freight, days", "185 b");
      await tab.sees("Front diff, grade B, $185.00");
      await tab.type(ctrlEnter);
      await tab.until("return document.querySelector('iframe[title=\"The page\"]') !== null;");
      await tab.type(ctrlEnter);
      await expect
        .poll(() => site.sql(`select state from quote_versions where ref_number = '${reference}'`))
        .toEqual([{ state: "out" }]);

      await tab.goto(`${relay.origin}/admin/money`);
      const file = join(folder, "statement.csv");
      writeFileSync(file, tsbFile(["2026-08-04", "QK010019", "200.00"]));
      await tab.until("return document.querySelector('input[type=file]');");
      await tab.chooseFiles("input[type=file]", [file]);
      await tab.press("Enter 1 payment");
      await expect
        .poll(() => site.sql("select amount_cents, method from payments"), { timeout: 20_000 })
        .toEqual([{ amount_cents: 20_000, method: "transfer" }]);
      relay.close();
    });
  });

test.describe("Safari's engine", () => {
  test.use({ engine: "WebKit" });

  test("over plain HTTP, a sign-in says what is wrong, not that the password is", async ({ tab, site }) => {
    await tab.goto(`${site.origin}/admin-login`);
    await fillIn(tab, { Email: admin.email, Password: admin.password });
    await tab.press("Login");
    await tab.sees("this browser keeps no sign-in over plain HTTP");
  });
});

function textOf(pdf: Buffer, folder: string): string {
  const file = join(folder, "printed.pdf");
  writeFileSync(file, pdf);
  return execFileSync("pdftotext", ["-layout", file, "-"], { encoding: "utf8" });
}
