import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { removeMails } from "./mail-folder.ts";

test("removing mails from a folder that cannot be read fails; one that does not exist holds none", async () => {
  const folder = await mkdtemp(join(tmpdir(), "quadkea-mails-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [missing, unreadable] = [join(folder, "missing"), join(folder, "unreadable")];
  await writeFile(unreadable, "This is a file.");
  expect(await removeMails(missing, () => true)).toBe(0);
  await expect(removeMails(unreadable, () => true)).rejects.toMatchObject({ code: "ENOTDIR" });
});
