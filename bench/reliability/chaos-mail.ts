import { type Fault, moments } from "#tests/mail-faults.ts";
import { type MailServer, type MailServerMode, startMailServer } from "#tests/mail-server.ts";

const quickFaults: readonly Fault[] = [
  ...moments.flatMap((moment): Fault[] => [
    `defer-${moment}`,
    `refuse-${moment}`,
    `close-${moment}`,
    `drop-${moment}`,
  ]),
  "die-in-data",
];
const slowFaults: readonly Fault[] = [...moments.map((moment): Fault => `hang-${moment}`), "drip"];
/** After these the message is here, and the sender cannot know. */
const lostReplies: readonly MailServerMode[] = ["reset-after-dot", "drip"];

/** A real SMTP server in which a third of all conversations goes wrong, in every way that we know. */
export function startChaosMail(random: () => number): Promise<MailServer> {
  const oneOf = (faults: readonly Fault[]) => faults[Math.floor(random() * faults.length)] ?? "drip";
  return startMailServer({
    mode() {
      const chance = random();
      if (chance < 0.66) return "accept";
      if (chance < 0.9) return oneOf(quickFaults);
      return chance < 0.98 ? "reset-after-dot" : oneOf(slowFaults);
    },
  });
}

/** A staff mail that the mail server has taken. */
export interface StaffMail {
  readonly reference: string;
  /** The visitor's address. */
  readonly from: string;
  /** The sender got the acceptance, unless it was killed before. */
  readonly isConfirmed: boolean;
}

export function staffMails({ messages }: MailServer): StaffMail[] {
  return messages.flatMap(({ messageId, replyTo, mode }) => {
    const reference = /^<(QK-[\w-]+)-staff@/.exec(messageId ?? "")?.[1];
    if (reference === undefined) return [];
    return [{ reference, from: replyTo?.[0]?.address ?? "", isConfirmed: !lostReplies.includes(mode) }];
  });
}
