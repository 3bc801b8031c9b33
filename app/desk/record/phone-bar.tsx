import { ArrowLeft, Mail } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";

import { toolClasses } from "#app/desk/ui/tool.ts";
import { ButtonAnchor } from "#app/shared/ui/button.tsx";

interface PhoneBarProps {
  readonly closeTo: string;
  readonly replyHref: string;
  /** The control that sets the status. */
  readonly children: ReactNode;
}

/** On a phone, at the lower edge within reach of a thumb: back, the status, the reply. */
export function PhoneBar({ closeTo, replyHref, children }: PhoneBarProps) {
  return (
    <div className="border-line-strong bg-surface-raised sticky bottom-0 z-10 flex items-stretch gap-2 border-t-2 px-4 py-2 lg:hidden print:hidden">
      <Link to={closeTo} preventScrollReset className={`${toolClasses} min-h-12 shrink-0 px-3`}>
        <ArrowLeft aria-hidden className="size-4" /> List
      </Link>
      <div className="min-w-0 grow">{children}</div>
      <ButtonAnchor
        look="action"
        href={replyHref}
        aria-label="Reply by e-mail"
        data-part="reply"
        className="shrink-0 px-4!"
      >
        <Mail aria-hidden className="size-5" /> Reply
      </ButtonAnchor>
    </div>
  );
}
