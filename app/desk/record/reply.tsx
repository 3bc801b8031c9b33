import { Mail } from "lucide-react";
import { useEffect, useState } from "react";

import { listReplies } from "#app/desk/api/settings-calls.ts";
import { KeyHint } from "#app/desk/ui/key-hint.tsx";
import { ButtonAnchor } from "#app/shared/ui/button.tsx";
import { controlClasses } from "#app/shared/ui/control-classes.ts";
import { business } from "#domain/business.ts";
import { type SavedReply, fillReply } from "#domain/saved-reply.ts";
import { emailOf, machineOf, summaryOf, valueInRole } from "#domain/submission-values.ts";
import type { Submission, SubmissionRecord } from "#domain/submission.ts";
import { mailLink } from "#domain/text-fields.ts";
import type { CurrentUser } from "#domain/wire.ts";

/** Opens a reply in the user's mail program. On phones, PhoneBar has the button. */
export function ReplyByMail({ reply: { href, replies, chosen, choose } }: { readonly reply: Reply }) {
  return (
    <div className="grid gap-2 sm:grid-cols-[auto_minmax(0,1fr)]">
      <ButtonAnchor look="action" href={href} data-part="reply" className="max-lg:hidden">
        <Mail aria-hidden className="size-5" /> Reply by e-mail <KeyHint action="reply" />
      </ButtonAnchor>
      {replies.length > 0 && (
        <label className="grid gap-1 text-sm max-lg:col-span-2">
          <span className="text-ink-muted lg:sr-only">Saved reply</span>
          <select
            data-part="template"
            className={controlClasses}
            value={chosen}
            onChange={(event) => choose(event.target.value)}
          >
            <option value="">Short reply</option>
            {replies.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}

interface Reply {
  /** The mailto link with the chosen text. */
  readonly href: string;
  readonly replies: readonly SavedReply[];
  /** The id of the chosen saved reply; empty for the short reply. */
  readonly chosen: string;
  readonly choose: (id: string) => void;
}

/** The reply to a record. Another record starts with the short reply again. */
export function useReply(submission: Submission, record: SubmissionRecord, user: CurrentUser): Reply {
  const replies = useReplies();
  const [choice, setChoice] = useState({ id: "", of: record.id });
  const chosen = choice.of === record.id ? choice.id : "";
  const text = replies.find(({ id }) => id === chosen)?.body ?? shortReply;
  return {
    href: replyLink(submission, record, user, text),
    replies,
    chosen,
    choose: (id) => setChoice({ id, of: record.id }),
  };
}

/** Returns the saved replies; none if they cannot be loaded, as the short reply is enough. */
function useReplies(): readonly SavedReply[] {
  const [replies, setReplies] = useState<readonly SavedReply[]>([]);
  useEffect(() => {
    listReplies().then(setReplies, (error: unknown) => console.error("No saved replies", error));
  }, []);
  return replies;
}

const shortReply = [
  "Hi {name},",
  "",
  "",
  "",
  "Reference: {reference}",
  "",
  "Kind regards,",
  "{me}",
  "{business}",
  "{phone}",
].join("\n");

/** Returns a mailto link to the visitor, with the reference in the subject and the text filled in. */
function replyLink(submission: Submission, record: SubmissionRecord, me: CurrentUser, text: string): string {
  const subject = `${submission.title} ${record.ref_number}: ${summaryOf(submission, record)}`;
  const body = fillReply(text, replyValues(submission, record, me)).replaceAll("\n", "\r\n");
  const address = mailLink(emailOf(submission, record) ?? "");
  return `${address}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}

function replyValues(submission: Submission, record: SubmissionRecord, me: CurrentUser) {
  const part = valueInRole(submission, record, "part");
  const machine = machineOf(submission, record);
  return {
    name: valueInRole(submission, record, "person"),
    reference: record.ref_number,
    me: me.full_name || me.email,
    business: business.name,
    phone: business.phone,
    ...(machine === "" ? {} : { machine }),
    ...(part === "" ? {} : { part }),
  };
}
