import type { Config } from "#server/platform/config/config.ts";
import type { Counters } from "#server/platform/observability/counters.ts";

import type { ConnectionQueue } from "./connection-queue.ts";
import { fileMailer } from "./file-mailer.ts";
import type { Mailer } from "./mailer.ts";
import { smtpMailer, type SmtpTimes } from "./smtp-mailer.ts";

export function createMailer(
  mail: Config["mail"],
  connections: ConnectionQueue,
  { mailRetries }: Counters,
  times: Partial<SmtpTimes> = {},
): Mailer {
  if (mail.kind === "file") return fileMailer(mail.folder);
  return smtpMailer({ url: mail.url, connections, noteRetry: () => mailRetries.inc(), times });
}
