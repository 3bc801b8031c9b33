import { ArrowLeft, Mail } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";

import { replyFormId } from "#app/desk/reply/composer.tsx";
import { useDeskPage } from "#app/desk/state/desk-page.ts";
import { viewSearch } from "#app/desk/state/desk-view.ts";
import { toolClasses } from "#app/desk/ui/tool.tsx";
import { Button } from "#app/shared/ui/button.tsx";

/** The composer's own button is hidden on a phone, where it would be out of reach of a thumb. */
function openReply(): void {
  const part = document.querySelector<HTMLElement>('[data-part="reply"]');
  part?.scrollIntoView({ block: "center" });
  if (part instanceof HTMLButtonElement) part.click();
  else part?.focus();
}

/** With text twice as large, the icon says it. */
const wideLabel = "@max-3xs/record:sr-only";

interface PhoneBarProps {
  /** Otherwise the deal has the one button in the colour of action. */
  readonly isReplyNext: boolean;
  readonly children: ReactNode;
}

/** Back, status and reply at the bottom edge of a phone, within reach of a thumb. */
export function PhoneBar({ isReplyNext, children }: PhoneBarProps) {
  const { view } = useDeskPage();
  return (
    <div className="border-line-strong bg-surface-raised sticky bottom-0 z-10 flex items-stretch gap-2 border-t-2 px-4 py-2 lg:hidden print:hidden">
      <Link
        to={viewSearch({ ...view, reference: null })}
        preventScrollReset
        className={`${toolClasses} min-h-12 shrink-0 px-3 @max-3xs/record:px-1`}
      >
        <ArrowLeft aria-hidden className="size-4" /> <span className={wideLabel}>List</span>
      </Link>
      <div className="min-w-0 grow">{children}</div>
      <Button
        look={isReplyNext ? "action" : "outline"}
        className="shrink-0 px-4! group-has-[#reply-form]/record:hidden @max-3xs/record:px-2!"
        onClick={openReply}
      >
        <Mail aria-hidden className="size-5" /> <span className={wideLabel}>Reply</span>
      </Button>
      <Button
        type="submit"
        form={replyFormId}
        look="action"
        className="hidden! shrink-0 px-4! group-has-[#reply-form]/record:inline-flex! @max-3xs/record:px-2!"
      >
        Send<span className={wideLabel}> reply</span>
      </Button>
    </div>
  );
}
