import { access, constants, mkdir, open, rename } from "node:fs/promises";
import { join } from "node:path";

import type { Mailer } from "./mailer.ts";

/** A message is accepted once its `.eml` file is complete and on disk. */
export function fileMailer(folder: string): Mailer {
  return {
    async send(mail) {
      const stamp = new Date().toISOString().replaceAll(/[-:.]/g, "");
      const file = join(folder, `${stamp}-${mail.name}.eml`);
      try {
        await mkdir(folder, { recursive: true });
        await writeDurably(`${file}.part`, mail.source);
        await rename(`${file}.part`, file);
        return { outcome: "accepted" };
      } catch (error) {
        return { outcome: "refused", errorClass: errorCode(error) };
      }
    },
    async reachable() {
      try {
        await mkdir(folder, { recursive: true });
        await access(folder, constants.W_OK);
        return true;
      } catch {
        return false;
      }
    },
  };
}

async function writeDurably(file: string, content: Buffer): Promise<void> {
  const handle = await open(file, "w", 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unexpected";
}
