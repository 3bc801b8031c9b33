import { expect, onTestFinished } from "vitest";

import { buildTestApp, type TestApp } from "./build-test-app.ts";
import { addOrder, monday } from "./deal-examples.ts";
import { dealPage, press } from "./deal-visit.ts";
import { FakeStripe } from "./fake-stripe.ts";

export interface Shop {
  readonly app: TestApp;
  readonly stripe: FakeStripe;
  readonly cookie: string;
}

/** Takes cards at a stand-in for the card company, which sends its events here. */
export async function shop(options: Parameters<typeof buildTestApp>[0] = {}): Promise<Shop> {
  const stripe = new FakeStripe();
  await stripe.start();
  onTestFinished(() => stripe.stop());
  const app = await buildTestApp({ startAt: monday, environment: stripe.environment, ...options });
  stripe.now = () => app.app.services.now().getTime();
  stripe.webhook = `${app.origin}/hooks/stripe`;
  return { app, stripe, cookie: await app.signIn() };
}

export const chore = ({ app }: Shop) => {
  const { services } = app.app;
  return { ...services, log: { error: () => {} } };
};

/** Presses the button, and returns the id of the session that the page leads on to. */
export async function cardPage({ app, stripe }: Shop, reference: string): Promise<string> {
  const { html: body, status } = await press(app, `${dealPage(app, reference)}/pay-by-card`, {});
  expect(status).toBe(200);
  const address = new RegExp(`href="${stripe.origin}/pay/(cs_test_[^"]+)"`).exec(body)?.[1] ?? "";
  expect(body).toContain(`<meta http-equiv="refresh" content="0;url=${stripe.origin}/pay/${address}">`);
  return address;
}

export const payments = async ({ app }: Shop) =>
  (await app.rows("payments")).map(({ amount_cents, method, currency }) => [amount_cents, method, currency]);
/** An order of $200.00 that was paid by card; its reference. */
export async function paidByCard(here: Shop): Promise<string> {
  const { ref_number: ref } = await addOrder(here.app);
  await here.stripe.pay(await cardPage(here, ref));
  return ref;
}
