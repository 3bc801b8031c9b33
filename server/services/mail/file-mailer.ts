import { access, constants, mkdir, rename, writeFile } from "node:fs/promises";
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
        await writeFile(`${file}.part`, mail.source, { mode: 0o600, flush: true });
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

function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unexpected";
}
