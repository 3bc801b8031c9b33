import { FileDown, X } from "lucide-react";
import { Fragment, useState } from "react";

import { deskSend } from "#app/desk/api/desk-call.ts";
import { useIsYard } from "#app/desk/session/user.ts";
import { deskClient } from "#app/desk/state/desk-queries.ts";
import { announceCall } from "#app/desk/state/notices.ts";
import { ConfirmDialog } from "#app/desk/ui/dialog.tsx";
import { ToolButton } from "#app/desk/ui/tool.tsx";
import { type InboundMail, inboxCalls, type MailAttachment, type UnfiledMail } from "#domain/inbox-wire.ts";

/** Shows where answers to a mail go, and who else got it. */
export function MailPeople({ mail }: { readonly mail: UnfiledMail }) {
  const lines = { "Answers go to": mail.reply_to === null ? [] : [mail.reply_to], "Also to:": mail.copies };
  const shown = Object.entries(lines).filter(([, people]) => people.length > 0);
  return shown.map(([label, people]) => (
    <p key={label} className="text-ink-muted text-sm wrap-anywhere">
      {label}
      {people.map(({ name, address }, place) => (
        <Fragment key={address}>
          {place > 0 && ","} <bdi>{name}</bdi> <bdi>{address}</bdi>
        </Fragment>
      ))}
    </p>
  ));
}

interface MailTextProps {
  readonly mail: Pick<InboundMail, "words" | "full" | "files">;
}

/** Shows the new text of a mail, its files, and the whole mail folded away. */
export function MailText({ mail: { words, full, files } }: MailTextProps) {
  return (
    <>
      {words === "" ? (
        <p className="text-ink-muted">
          {files.length === 0 ? "It is empty." : "It has no words of its own."}
        </p>
      ) : (
        <p dir="auto" className="text-base wrap-anywhere whitespace-pre-wrap">
          {words}
        </p>
      )}
      <MailFiles files={files} />
      {withoutSpaces(full) !== withoutSpaces(words) && (
        <details className="print:hidden">
          <summary className="text-link min-h-11 w-fit content-center lg:min-h-8">Whole mail</summary>
          <p dir="auto" className="border-line border-l-2 pl-3 wrap-anywhere whitespace-pre-wrap">
            {full}
          </p>
        </details>
      )}
    </>
  );
}

const withoutSpaces = (text: string) => text.replaceAll(/\s+/g, "");

const keptText = "We keep pictures, PDF and text files, up to 20 MB a mail.";

/** Shows pictures, files to download, and names of files that are not kept. Each can be taken out. */
export function MailFiles({ files }: { readonly files: readonly MailAttachment[] }) {
  const [leaving, setLeaving] = useState<MailAttachment | null>(null);
  const isYard = useIsYard();
  if (files.length === 0) return null;
  const isNotKept = files.some((file) => file.url === null && !file.is_removed);
  return (
    <>
      <ul aria-label="Files" className="mt-1.5 flex flex-wrap items-start gap-2">
        {files.map((file) => (
          <li key={file.id} className="flex max-w-full items-start gap-1">
            <MailFile file={file} />
            {!file.is_removed && !isYard && (
              <ToolButton
                aria-label={`Take ${file.name} out`}
                title="Take it out"
                className="size-11 shrink-0 lg:size-8 lg:min-h-8 print:hidden"
                onClick={() => setLeaving(file)}
              >
                <X aria-hidden className="size-4 shrink-0" />
              </ToolButton>
            )}
          </li>
        ))}
      </ul>
      {isNotKept && <p className="text-ink-muted mt-1">{keptText}</p>}
      {leaving !== null && (
        <ConfirmDialog
          title="Take this file out?"
          label="Take it out"
          onConfirm={() => takeOut(leaving)}
          onClose={() => setLeaving(null)}
        >
          <p className="wrap-anywhere">
            <bdi>{leaving.name}</bdi> and the e-mail as it came are removed. Its words and the name of the
            file stay. A mailbox on a mail server keeps its own copy: delete that there.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

async function takeOut({ id, name }: MailAttachment): Promise<void> {
  await announceCall(deskSend(inboxCalls.filePart, { id }).then(() => ({ text: `Taken out: ${name}` })));
  await deskClient.invalidateQueries({ queryKey: ["page", "inbox-mail"] });
}

function MailFile({ file }: { readonly file: MailAttachment }) {
  const { name, bytes, kept, url } = file;
  if (url === null || kept !== "picture")
    return (
      <a
        href={url ?? undefined}
        download
        className={`flex min-h-11 items-center gap-1.5 wrap-anywhere lg:min-h-8 ${url === null ? "text-ink-muted" : "text-link"}`}
      >
        <FileDown aria-hidden className={`size-4 shrink-0 ${url === null ? "hidden" : ""}`} />
        <span>
          <bdi>{name}</bdi>{" "}
          <span className="text-ink-muted whitespace-nowrap">
            ({sizeText(bytes)}
            {file.is_removed ? ", taken out" : url === null && ", not kept"})
          </span>
        </span>
      </a>
    );
  return (
    <a href={url} target="_blank" rel="noreferrer" title={name} className="block">
      <img
        src={`${url}&w=320`}
        alt={name}
        className="border-line-strong bg-surface-sunken h-36 w-auto max-w-full min-w-11 rounded-sm border object-contain"
      />
    </a>
  );
}

/** "340 kB", "2.4 MB" */
function sizeText(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1000));
  return kilobytes < 1000 ? `${kilobytes} kB` : `${(kilobytes / 1000).toFixed(1)} MB`;
}
