import { access, constants, mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { firm } from "#domain/firm.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Counters } from "#server/platform/observability/metrics.ts";
import type { Keys } from "#server/platform/secrets/keyed-hash.ts";

import type { ConnectionQueue } from "./connection-queue.ts";
import type { Mailer, MailSettings } from "./mail.ts";
import { smtpMailer, type SmtpOptions } from "./smtp-mailer.ts";

export function mailSettings(config: Config, linkKeys: Keys): MailSettings {
  const { mailFrom: from, siteOrigin } = config;
  return {
    from,
    get to() {
      return config.mailTo ?? firm.email;
    },
    get replyTo() {
      return config.replyTo ?? this.to;
    },
    siteOrigin,
    linkKeys,
  };
}

export function createMailer(
  mail: Config["mail"],
  connections: ConnectionQueue,
  { mailRetries }: Counters,
  times: SmtpOptions["times"] = {},
): Mailer {
  if (mail.kind === "file") return fileMailer(mail.folder);
  return smtpMailer({ url: mail.url, connections, noteRetry: () => mailRetries.inc(), times });
}

/** A message is accepted once its `.eml` file is complete and on disk. */
function fileMailer(folder: string): Mailer {
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
