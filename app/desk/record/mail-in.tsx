import { deskSend } from "#app/desk/api/desk-call.ts";
import { MailPeople, MailText } from "#app/desk/record-parts/mail-parts.tsx";
import { When } from "#app/desk/record-parts/when.tsx";
import { announceCall } from "#app/desk/state/notices.ts";
import { Outcome, useAction } from "#app/desk/ui/action.tsx";
import { focusPart } from "#app/desk/ui/commands.tsx";
import { ToolButton } from "#app/desk/ui/tool.tsx";
import { type InboundMail, inboxCalls, type InboxFileRequest } from "#domain/inbox-wire.ts";

interface MailInProps {
  readonly reference: string;
  readonly mail: InboundMail;
}

/** A mail from the customer. One that nobody wrote is a quiet line. */
export function MailIn({ reference, mail }: MailInProps) {
  const { id, from, subject, at, is_automatic: isAutomatic, is_from_other: isFromOther } = mail;
  const action = useAction();
  const decide = (body: InboxFileRequest, done: string) =>
    void action.run(async () => {
      await announceCall(deskSend(inboxCalls.file, body).then(() => ({ text: `${reference}: ${done}` })));
      focusPart("title"); // The button goes.
    });
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
          From another address: <bdi>{from.address}</bdi>
        </p>
      )}
      <MailPeople mail={mail} />
      <MailText mail={mail} />
      <p className="flex flex-wrap gap-2 not-empty:mt-2 print:hidden">
        {isFromOther && (
          <ToolButton
            className="px-3"
            aria-disabled={action.isBusy}
            onClick={() => decide({ id, ref: reference }, "the mail is the customer’s")}
          >
            It is the customer
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
      <Outcome action={action} />
    </div>
  );
}
