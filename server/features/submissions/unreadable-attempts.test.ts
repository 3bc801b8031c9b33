import { expect, test } from "vitest";

import { buildTestApp } from "#tests/build-test-app.ts";
import { addUnreadable } from "#tests/submission-examples.ts";

test("a submission that cannot be opened is logged once, shown to staff, and removed after 30 days", async () => {
  const expectedWarnings = [
    "mailed submission cannot be stored",
    "submissions removed that could not be opened",
  ];
  const environment = { ADOPT_AFTER_MINUTES: "0" };
  const app = await buildTestApp({ expectedWarnings, environment });
  await app.app.run("retention");
  await addUnreadable(app);
  for (let minute = 0; minute < 3; minute += 1) {
    await app.app.run("housekeeping");
    app.advance(60_000);
  }
  const logged = () => app.logLines.filter(({ level }) => level >= 40).map(({ msg }) => msg);
  expect(logged()).toEqual(expectedWarnings.slice(0, 1));
  const headers = { cookie: await app.signIn() };
  const { notices } = await (await app.fetch("/functions/v1/notices", { headers })).json();
  expect(notices).toMatchObject([{ id: "unreadable", words: expect.stringContaining("in the mailbox") }]);
  const days = async (count: number) => {
    app.advance(count * 24 * 60 * 60_000);
    await app.app.run("retention");
    return (await app.rows("attempts")).length;
  };
  expect([await days(29), await days(2)]).toEqual([1, 0]);
  expect(logged()).toEqual(expectedWarnings);
});
