import { walkThroughDeal } from "./deal-journey.ts";
import { expect, signIn, test } from "./site.ts";

const phoneScreen = { width: 360, height: 740 };

test("from the request to the parcel that has arrived: each step on its own screen, each mail over SMTP, once", async ({
  page,
  site,
  browser,
  mailServer,
}) => {
  await site.start({
    UNDO_SECONDS: "1",
    BANK_ACCOUNT: "00-0000-0000000-00",
    BANK_ACCOUNT_NAME: "QuadKea Example Limited",
  });
  const onPhone = { viewport: phoneScreen, baseURL: site.origin };
  const phone = await browser.newPage(onPhone);
  const plainPhone = await browser.newPage({ ...onPhone, javaScriptEnabled: false });
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page);
  const steps: string[] = [];
  const onStep = async (_: unknown, title: string) => void steps.push(title);
  const reference = await walkThroughDeal({ staff: page, phone, plainPhone, mailServer, onStep });
  expect(steps.length).toBeGreaterThan(10);
  expect(site.sql("select status, next_step, order_placed from quote_requests")).toEqual([
    { status: "completed", next_step: "done", order_placed: 1 },
  ]);
  const toCustomer = mailServer.messages.filter(({ envelope }) => envelope.to[0] === "aroha@example.co.nz");
  const kinds = toCustomer.map(({ messageId = "" }) => /^<(\w+)-/.exec(messageId)?.[1]);
  expect(kinds.toSorted()).toEqual(["order", "paid", "parcel", "quote", "receipt"]);
  const [toStaff] = mailServer.messages.filter(({ envelope }) => envelope.to[0] !== "aroha@example.co.nz");
  expect(toStaff?.subject).toContain(reference);
  expect(toCustomer.every(({ subject }) => subject?.includes(reference) === true)).toBe(true);
  await Promise.all([phone.close(), plainPhone.close()]);
});
