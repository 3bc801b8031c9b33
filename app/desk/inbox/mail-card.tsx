import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useState } from "react";

import { fileMail, wholeMail } from "#app/desk/api/inbox.ts";
import { MailText } from "#app/desk/record-parts/mail-parts.tsx";
import { Outcome, useAction } from "#app/desk/ui/action.tsx";
import { KeyHint, keyProps } from "#app/desk/ui/commands.tsx";
import { ToolButton } from "#app/desk/ui/tool.tsx";
import { Button } from "#app/shared/ui/button.tsx";
import { controlClasses } from "#app/shared/ui/control-classes.ts";
import type { InboxFileRequest, UnfiledMail } from "#domain/inbox-wire.ts";
import { referencesIn } from "#domain/reference-number.ts";

import { MailHead } from "./mail-row.tsx";

interface MailCardProps {
  readonly mail: UnfiledMail;
  readonly now: Date;
  readonly onMove: (step: 1 | -1) => void;
  /** The mail is no longer in the inbox. Says what became of it, and in which record it is. */
  readonly onLeave: (text: string, reference: string | null) => Promise<void>;
}

/** The open mail: all of it, and what can be done with it. Its keys are those of the focused card. */
export function MailCard({ mail, now, onMove, onLeave }: MailCardProps) {
  const { id, words, suggestions } = mail;
  const { data: whole } = useQuery({ queryKey: ["page", "inbox-mail", id], queryFn: () => wholeMail(id) });
  const action = useAction();
  const [typed, setTyped] = useState("");
  const sender = mail.from.name || mail.from.address || "nobody";
  const file = (body: InboxFileRequest, textOf: (reference: string | null) => string) =>
    void action.run(async () => {
      const reference = await fileMail(body);
      await onLeave(textOf(reference), reference);
    });
  const fileTo = (ref: string) =>
    file({ id, ref }, (reference) => `${reference ?? ref}: the mail from ${sender} is filed`);
  const press = (event: KeyboardEvent) => {
    const { key, target, currentTarget, ctrlKey, metaKey, altKey, repeat } = event;
    if (target !== currentTarget || ctrlKey || metaKey || altKey || repeat) return;
    const suggestion = suggestions[key === "Enter" ? 0 : Number(key) - 1];
    if (suggestion !== undefined) fileTo(suggestion.ref);
    else if (key === "ArrowDown") onMove(1);
    else if (key === "ArrowUp") onMove(-1);
    else return;
    event.preventDefault();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Its buttons do the same.
    <article
      data-part="title"
      {...keyProps("file")}
      tabIndex={-1}
      aria-label={`${mail.subject || "No subject"}, from ${sender}`}
      onKeyDown={press}
      className="bg-brand-soft/40 focus-visible:outline-ink grid gap-3 px-4 py-3 shadow-[inset_3px_0_0_var(--color-brand)] focus-visible:-outline-offset-3"
    >
      <h2 className="font-text grid text-base font-normal tracking-normal">
        <MailHead isOpen mail={mail} now={now} />
      </h2>
      <div className="text-sm">
        <MailText mail={whole ?? { words, full: words, files: [] }} />
      </div>
      <Outcome action={action} />
      {suggestions.length > 0 && (
        <ol aria-label="Where it may belong" className="grid gap-2">
          {suggestions.map(({ ref, why }, index) => (
            <li key={ref}>
              <Button
                look={index === 0 ? "action" : "outline"}
                className="w-full flex-wrap justify-start! gap-x-4 px-4! text-left"
                aria-disabled={action.isBusy}
                onClick={() => fileTo(ref)}
              >
                <span className="whitespace-nowrap">File to {ref}</span>
                <span className="font-text min-w-0 grow text-left text-sm leading-tight font-normal tracking-normal wrap-anywhere">
                  {why}
                </span>
                <KeyHint action="file">{index === 0 ? "Enter" : String(index + 1)}</KeyHint>
              </Button>
            </li>
          ))}
        </ol>
      )}
      <form
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          fileTo(referencesIn(typed)[0] ?? typed.trim());
        }}
      >
        <label className="grid min-w-0 flex-1 basis-48 gap-1 text-sm">
          {suggestions.length > 0 ? "Or another record’s reference" : "Reference of its record"}
          <input
            value={typed}
            required
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            placeholder="QK-…"
            className={`${controlClasses} text-base lg:min-h-9! lg:py-1!`}
            onChange={({ target }) => setTyped(target.value)}
          />
        </label>
        <ToolButton type="submit" aria-disabled={action.isBusy} className="px-4 lg:min-h-9">
          File it
        </ToolButton>
      </form>
      <div className="flex flex-wrap gap-2">
        <ToolButton
          data-part="contact"
          shortcut="contact"
          aria-disabled={action.isBusy}
          className="px-3 text-sm max-sm:grow"
          onClick={() => file({ id, as: "contact" }, (reference) => `${reference}: made a contact message`)}
        >
          New contact message
        </ToolButton>
        <ToolButton
          data-part="ignore"
          shortcut="ignore"
          aria-disabled={action.isBusy}
          className="px-3 text-sm max-sm:grow"
          onClick={() =>
            file({ id, ignore: true }, () => `Ignored the mail from ${sender}. The mailbox keeps it`)
          }
        >
          Ignore
        </ToolButton>
      </div>
    </article>
  );
}
