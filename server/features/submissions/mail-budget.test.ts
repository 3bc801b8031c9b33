import { expect, test } from "vitest";

import { business } from "#domain/business.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { press, send, tenMails } from "#tests/many-visitors.ts";
import { solvedChallenge } from "#tests/solved-challenge.ts";

/** What the desk is told, and the figures of /metrics on it. */
async function told(app: TestApp) {
  const cookie = await app.signIn();
  const { notices } = await (await app.fetch("/functions/v1/notices", { headers: { cookie } })).json();
  const metrics = await (await app.fetch("/metrics")).text();
  const figure = (name: string) => Number(new RegExp(`^quadkea_${name} (\\S+)`, "m").exec(metrics)?.[1]);
  return { notices, level: figure("proof_level"), left: figure("mail_budget_left") };
}

test("the desk and /metrics tell at once that the mails run low and when they are used up, and stop when it is over", async () => {
  const app = await buildTestApp({ environment: tenMails });
  expect(await told(app)).toEqual({ notices: [], level: 0, left: 1 });
  await press(app);
  const low = await told(app);
  expect(low).toMatchObject({ level: 1, notices: [{ id: "flood", severity: "warn" }] });
  expect(low.left).toBeCloseTo(0.2);
  const { challenge } = await send(app, 1);
  await send(app, 1, { altcha: await solvedChallenge(challenge!) });
  const gone = await told(app);
  expect(gone).toMatchObject({ level: 6, notices: [{ id: "flood", severity: "danger" }] });
  expect(gone.notices[0].words).toContain("90 % of the 10 mails of an hour are used up");
  app.advance(20 * 60_000);
  expect(await told(app)).toMatchObject({ notices: [], level: 0 });
});

test("a visitor is told to try again in a few minutes, or to phone", async () => {
  const app = await buildTestApp({ environment: tenMails });
  await press(app);
  const { error } = await send(app, 1);
  expect(error).toContain("in a few minutes");
  expect(error).toContain(business.phone);
});
