import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";

import { useFocusOnChange } from "./use-focus-on-change.ts";

interface ErrorBannerProps {
  readonly id?: string;
  readonly children: ReactNode;
  readonly code?: string | undefined;
  /** Below the message. */
  readonly details?: ReactNode;
}

export function ErrorBanner({ id, children, code, details }: ErrorBannerProps) {
  const box = useFocusOnChange<HTMLDivElement>(children);
  return (
    <div
      ref={box}
      id={id}
      role="alert"
      tabIndex={-1}
      className="border-danger bg-danger-soft text-danger flex scroll-mt-24 gap-3 rounded-sm border-2 px-4 py-3"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0 grow">
        <p className="font-semibold">{children}</p>
        {code !== undefined && <p className="text-sm">Error code {code}</p>}
        {details}
      </div>
    </div>
  );
}
