import { Mail } from "lucide-react";

import { ButtonAnchor } from "#app/shared/ui/button.tsx";
import { controlClasses } from "#app/shared/ui/control.tsx";

import type { Reply } from "./use-reply.ts";

/** Answers in one's own mail program; on a phone, the bar at the lower edge has the button. */
export function ReplyByMail({ reply: { href, replies, chosen, choose } }: { readonly reply: Reply }) {
  return (
    <div className="grid gap-2 sm:grid-cols-[auto_minmax(0,1fr)]">
      <ButtonAnchor look="action" href={href} data-part="reply" className="max-lg:hidden">
        <Mail aria-hidden className="size-5" /> Reply by e-mail
      </ButtonAnchor>
      {replies.length > 0 && (
        <label className="grid gap-1 text-sm max-lg:col-span-2">
          <span className="text-ink-muted lg:sr-only">Saved reply</span>
          <select className={controlClasses} value={chosen} onChange={(event) => choose(event.target.value)}>
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
