import { recordAge } from "#domain/due-words.ts";
import type { UnfiledMail } from "#domain/inbox-wire.ts";
import { formatNzDateTime } from "#domain/nz-time.ts";

interface MailRowProps {
  readonly mail: UnfiledMail;
  readonly now: Date;
  readonly onOpen: () => void;
}

/** A closed mail: sender, subject, time and first words. */
export function MailRow({ mail, now, onOpen }: MailRowProps) {
  return (
    <button
      type="button"
      aria-expanded={false}
      className="hover:bg-surface-sunken grid min-h-11 w-full px-4 py-2 text-left focus-visible:-outline-offset-3"
      onClick={onOpen}
    >
      <MailHead mail={mail} now={now} />
      <span className="text-ink-muted truncate text-sm">{mail.words}</span>
    </button>
  );
}

interface MailHeadProps extends Omit<MailRowProps, "onOpen"> {
  readonly isOpen?: boolean;
}

/** "Aroha Ngata aroha@farm.example, 3 h ago" over the subject. */
export function MailHead({ mail: { from, subject, at }, now, isOpen = false }: MailHeadProps) {
  const instant = new Date(at);
  const fit = isOpen ? "wrap-anywhere" : "truncate";
  return (
    <>
      <span className="flex items-baseline justify-between gap-x-3">
        <span className={`min-w-0 text-sm ${fit}`}>
          <bdi className="font-semibold">{from.name || from.address || "No sender"}</bdi>{" "}
          {from.name !== "" && <bdi className="text-ink-muted">{from.address}</bdi>}
        </span>
        <time
          dateTime={at}
          title={formatNzDateTime(instant)}
          className="text-ink-muted shrink-0 text-sm whitespace-nowrap"
        >
          {recordAge(instant, now)}
        </time>
      </span>
      <span className={`font-semibold ${fit}`}>
        <bdi>{subject || "No subject"}</bdi>
      </span>
    </>
  );
}
