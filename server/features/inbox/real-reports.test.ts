import { expect, test } from "vitest";

import { buildTestApp } from "#tests/build-test-app.ts";
import { startDovecot } from "#tests/dovecot.ts";
import { startPostfix } from "#tests/postfix.ts";
import { quoteDesk } from "#tests/quote-desk.ts";
import { addRecord, quoteRequestExample } from "#tests/submission-examples.ts";

/** By the customer's address. */
const expected = {
  "nobody@farm.example": { state: "bounced", error: "No such address", code: "5.1.1" },
  "hemi@full.example": { state: "bounced", error: "Their mailbox is full", code: "5.2.2" },
  "hemi@small.example": { state: "bounced", error: "Too large for them", code: "5.3.4" },
  "policy@farm.example": { state: "bounced", error: "Refused as spam", code: "5.7.1" },
  "hemi@away.example": { state: "sent", error: "delayed", code: "4.4.1" },
};

test(
  "reports of real mail servers about our own quotes come back through the mailbox, and the desk says why each did not arrive",
  { timeout: 60_000 },
  async ({ skip }) => {
    const [ours, full] = [await startDovecot(skip), await startDovecot(skip, { isFull: true })];
    const url = await startPostfix(skip, { ours: ours.lmtpPort, full: full.lmtpPort });
    const environment = { MAIL_URL: url, INBOX_URL: ours.url(), MAIL_FROM: "sales@quadkea.example" };
    const app = await buildTestApp({ environment });
    const desks = new Map<string, Awaited<ReturnType<typeof quoteDesk>>>();
    for (const email of Object.keys(expected)) {
      const reference = await addRecord(app, quoteRequestExample, { email });
      desks.set(email, await quoteDesk(app, { reference }));
      await desks.get(email)?.send();
    }
    app.advance(11_000);
    await app.app.run("outbox");
    const arrived = async () => (await ours.subjects()).length;
    // Receipts come back as well, and staff mails are ours.
    const count = 3 * desks.size;
    await expect.poll(arrived, { timeout: 20_000, interval: 100 }).toBe(count);
    await app.app.run("inbox");
    expect(await ours.subjects("QuadKea/Filed")).toHaveLength(count);
    for (const [email, mail] of Object.entries(expected)) {
      const shown = await desks.get(email)?.quote();
      expect([email, shown?.body["versions"]]).toMatchObject([email, [{ state: "sent", mail }]]);
    }
    const receipts = (await app.rows("outbox")).filter(({ kind }) => kind === "receipt");
    expect(receipts.map(({ state }) => state).toSorted()).toEqual([...Array(4).fill("bounced"), "sent"]);
  },
);
