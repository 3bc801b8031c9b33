import { MailPeople, MailText } from "#app/desk/record-parts/mail-parts.tsx";
import { When } from "#app/desk/record-parts/when.tsx";
import { useIsYard } from "#app/desk/session/user.ts";
import { Outcome } from "#app/desk/ui/action.tsx";
import { ToolButton } from "#app/desk/ui/tool.tsx";
import type { InboundMail } from "#domain/inbox-wire.ts";

import { useMailDecision } from "./mail-decision.ts";
import { MoveMail } from "./move-mail.tsx";

interface MailInProps {
  readonly reference: string;
  readonly mail: InboundMail;
  /** References of the same person's records. */
  readonly others: readonly string[];
}

/** A mail from the customer. One that nobody wrote is a quiet line. */
export function MailIn({ reference, mail, others }: MailInProps) {
  const { id, from, subject, at, is_automatic: isAutomatic, is_from_other: isFromOther } = mail;
  const { action, decide } = useMailDecision(reference);
  const isYard = useIsYard();
  if (isAutomatic)
    return (
      <details className="text-ink-muted">
        <summary className="min-h-11 cursor-pointer content-center wrap-anywhere lg:min-h-8">
          Automatic answer: {subject} <When at={at} />
        </summary>
        <MailText mail={mail} />
      </details>
    );
  return (
    <div className="border-info bg-info-soft/60 rounded-sm border-l-4 px-3 py-2">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <bdi className="font-semibold">{from.name || from.address || "The customer"}</bdi> wrote by e-mail
        <When at={at} />
      </p>
      {subject !== "" && <p className="text-ink-muted wrap-anywhere">{subject}</p>}
      {isFromOther && (
        <p className="text-warn font-semibold wrap-anywhere">
          {mail.is_undecided ? "From another address" : "Not the customer’s"}: <bdi>{from.address}</bdi>
        </p>
      )}
      <MailPeople mail={mail} />
      <MailText mail={mail} />
      {!isYard && (
        <>
          <p className="flex flex-wrap gap-2 not-empty:mt-2 print:hidden">
            {isFromOther && (
              <ToolButton
                className="px-3"
                aria-disabled={action.isBusy}
                onClick={() => decide({ id, ref: reference }, "the mail is the customer’s")}
              >
                It is theirs
              </ToolButton>
            )}
            {mail.is_open && (
              <ToolButton
                className="px-3"
                aria-disabled={action.isBusy}
                onClick={() => decide({ id, ignore: true }, "the mail needs no answer")}
              >
                No answer needed
              </ToolButton>
            )}
          </p>
          <MoveMail
            others={others}
            isBusy={action.isBusy}
            onMove={(other) => decide({ id, ref: other }, `the mail is in ${other} now`)}
          />
        </>
      )}
      <Outcome action={action} />
    </div>
  );
}
