import { useQuery } from "@tanstack/react-query";

import { deskCall } from "#app/desk/api/desk-call.ts";
import { FilingCard } from "#app/desk/record-parts/filing-card.tsx";
import { MailPeople, MailText } from "#app/desk/record-parts/mail-parts.tsx";
import { useIsYard } from "#app/desk/session/user.ts";
import { openNewRequest, requestOfMail } from "#app/desk/state/new-request.ts";
import { Outcome, useAction } from "#app/desk/ui/action.tsx";
import { ToolButton } from "#app/desk/ui/tool.tsx";
import { inboxCalls, type InboxFileRequest, type UnfiledMail } from "#domain/inbox-wire.ts";

import { MailHead } from "./mail-row.tsx";

interface MailCardProps {
  readonly mail: UnfiledMail;
  readonly now: Date;
  readonly onMove: (step: 1 | -1) => void;
  /** Called when the mail has left the inbox, with what happened and the record it is in. */
  readonly onLeave: (text: string, reference: string | null) => Promise<void>;
}

export function MailCard({ mail, now, onMove, onLeave }: MailCardProps) {
  const { id, words, suggestions } = mail;
  const { data: whole } = useQuery({
    queryKey: ["page", "inbox-mail", id],
    queryFn: () => deskCall(inboxCalls.message, { id }),
  });
  const action = useAction();
  const isYard = useIsYard(); // They file nothing.
  const sender = mail.from.name || mail.from.address || "nobody";
  const file = (body: InboxFileRequest, textOf: (reference: string | null) => string) =>
    void action.run(async () => {
      const { ref: reference } = await deskCall(inboxCalls.file, body);
      await onLeave(textOf(reference), reference);
    });
  const newRequest = (
    <ToolButton
      data-part="quote"
      shortcut="quote"
      className="px-3 text-sm max-sm:grow"
      onClick={() => openNewRequest(requestOfMail(mail, whole?.words ?? words))}
    >
      New request
    </ToolButton>
  );
  const text = (
    <>
      <div>
        <h2 className="font-text grid text-base font-normal tracking-normal">
          <MailHead isOpen mail={mail} now={now} />
        </h2>
        <MailPeople mail={mail} />
      </div>
      <div className="text-sm">
        <MailText mail={whole ?? { words, full: words, files: [] }} />
      </div>
    </>
  );
  if (isYard)
    return (
      <article data-part="title" tabIndex={-1} className="grid justify-items-start gap-3 px-4 py-3">
        {text}
        {newRequest}
      </article>
    );
  return (
    <FilingCard
      label={`${mail.subject || "No subject"}, from ${sender}`}
      suggestions={suggestions}
      words={{ fileTo: "Put it with", file: "Put it with this customer" }}
      isBusy={action.isBusy}
      onFile={(ref) =>
        file({ id, ref }, (reference) => `${reference ?? ref}: the mail from ${sender} is filed`)
      }
      onMove={onMove}
      onIgnore={() =>
        file({ id, ignore: true }, () => `Ignored the mail from ${sender}. The mailbox keeps it`)
      }
      tools={
        <>
          {newRequest}
          <ToolButton
            data-part="contact"
            shortcut="contact"
            aria-disabled={action.isBusy}
            className="px-3 text-sm max-sm:grow"
            onClick={() => file({ id, as: "contact" }, (reference) => `${reference}: made a contact message`)}
          >
            New contact message
          </ToolButton>
        </>
      }
    >
      {text}
      <Outcome action={action} />
    </FilingCard>
  );
}
