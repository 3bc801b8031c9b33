import type { Counters } from "#server/platform/observability/counters.ts";

import { bareAddress } from "./mail.ts";
import type { Mailer, SendResult } from "./mailer.ts";

/** The same mailer, with the time and outcome of every send counted. */
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

/** SMTP's own classes: try later, never, or no answer that could be understood. */
function reasonOf({ errorClass }: Exclude<SendResult, { outcome: "accepted" }>): string {
  if (errorClass.startsWith("smtp 4")) return "temporary";
  return errorClass.startsWith("smtp 5") ? "permanent" : "connection";
}
