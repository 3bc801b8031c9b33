import { expect, test } from "vitest";

import { buildTestApp } from "#tests/build-test-app.ts";
import { noticesAtWork } from "#tests/staff.ts";
import { addUnreadable } from "#tests/submission-examples.ts";

test("a submission that cannot be opened is logged once, shown to staff, and removed after 30 days", async () => {
  const warning = "mailed submission cannot be opened: has SESSION_SECRET changed?";
  const environment = { ADOPT_AFTER_MINUTES: "0" };
  const app = await buildTestApp({ expectedWarnings: [warning], environment });
  await addUnreadable(app);
  for (let minute = 0; minute < 3; minute += 1) {
    await app.app.run("housekeeping");
    app.advance(60_000);
  }
  expect(app.logLines.filter(({ level }) => level >= 40).map(({ msg }) => msg)).toEqual([warning]);
  const notices = await noticesAtWork(app);
  expect(notices).toMatchObject([{ id: "unreadable", words: expect.stringContaining("in the mailbox") }]);
  const days = async (count: number) => {
    app.advance(count * 24 * 60 * 60_000);
    await app.app.run("old rows");
    return (await app.rows("attempts")).length;
  };
  expect([await days(29), await days(2)]).toEqual([1, 0]);
});
