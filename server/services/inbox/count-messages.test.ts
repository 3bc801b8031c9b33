import { expect, test, vi } from "vitest";

import { buildTestApp } from "#tests/build-test-app.ts";
import { startDovecot } from "#tests/dovecot.ts";
import { inboundMail } from "#tests/inbound-mail.ts";
import { runPerson } from "#tests/person-command.ts";

// Commands are processes of their own, which take their time on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

test("an export and an erasure name how many messages of theirs lie in the mailbox, and touch none", async ({
  skip,
}) => {
  const dovecot = await startDovecot(skip);
  const from = (address: string) => inboundMail({ from: `Moana <${address}>`, text: "Hello" });
  await dovecot.deliver(await from("Moana@Example.co.nz"));
  const app = await buildTestApp({ environment: { INBOX_URL: dovecot.url() } });
  await app.app.run("inbox");
  expect(await dovecot.subjects("QuadKea/Unfiled")).toHaveLength(1);
  await dovecot.deliver(await from("moana@example.co.nz"));
  await dovecot.deliver(await from("xmoana@example.co.nz"));
  for (const action of ["export", "erase"]) {
    const { stderr } = await runPerson(app, action, "moana@example.co.nz");
    expect(stderr).toContain(
      "Messages from moana@example.co.nz in the mailbox sales (INBOX, QuadKea/Filed and QuadKea/Unfiled): 2.",
    );
  }
  expect(await dovecot.subjects("INBOX")).toHaveLength(2);
  await dovecot.kill();
  const { stderr } = await runPerson(app, "export", "moana@example.co.nz");
  expect(stderr).toContain("for moana@example.co.nz yourself. The mail server cannot be reached.");
});
