import type { Config } from "#server/platform/config/config.ts";
import type { Counters } from "#server/platform/observability/metrics.ts";

import type { ConnectionQueue } from "./connection-queue.ts";
import { fileMailer } from "./file-mailer.ts";
import { bareAddress } from "./mail.ts";
import type { Mailer, SendResult } from "./mailer.ts";
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

export function measuredMailer(mailer: Mailer, counters: Counters, mailTo: string): Mailer {
  const ownAddress = bareAddress(mailTo);
  return {
    reachable: (how) => mailer.reachable(how),
    async send(mail, terms) {
      const to = mail.envelope.to === ownAddress ? "staff" : "visitor";
      const stop = counters.mails.startTimer({ to });
      const result = await mailer.send(mail, terms);
      stop({ outcome: result.outcome });
      if (result.outcome !== "accepted") counters.mailErrors.inc({ to, reason: reasonOf(result) });
      return result;
    },
  };
}

function reasonOf({ errorClass }: Exclude<SendResult, { outcome: "accepted" }>): string {
  if (errorClass.startsWith("smtp 4")) return "temporary";
  return errorClass.startsWith("smtp 5") ? "permanent" : "connection";
}
