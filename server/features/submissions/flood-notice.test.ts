import { expect, test } from "vitest";

import { asOperator, buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { press, send, tenMails } from "#tests/many-visitors.ts";
import { solvedChallenge } from "#tests/solved-challenge.ts";
import { noticesAtWork } from "#tests/staff.ts";

/** The notices at the desk, and what /metrics says about them. */
async function shown(app: TestApp) {
  const notices = await noticesAtWork(app);
  const metrics = await (await app.fetch("/metrics", asOperator)).text();
  const figure = (name: string) => Number(new RegExp(`^quadkea_${name} (\\S+)`, "m").exec(metrics)?.[1]);
  return { notices, proof: figure("proof_demanded"), left: figure("mail_budget_left") };
}

test("the desk and /metrics show at once that mails run low or are used up, and stop when that is over", async () => {
  const app = await buildTestApp({ environment: tenMails });
  expect(await shown(app)).toEqual({ notices: [], proof: 0, left: 1 });
  await press(app);
  const low = await shown(app);
  expect(low).toMatchObject({ proof: 1, notices: [{ id: "flood", severity: "danger" }] });
  expect(low.left).toBeCloseTo(0.2);
  const { challenge } = await send(app, 1);
  await send(app, 1, { altcha: await solvedChallenge(challenge!) });
  const gone = await shown(app);
  expect(gone.notices[0]?.words).toContain("90 % of the 10 mails of an hour are used up");
  app.advance(20 * 60_000);
  expect(await shown(app)).toMatchObject({ notices: [], proof: 0 });
});
