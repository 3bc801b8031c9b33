import type { ReactNode } from "react";

const looks = {
  ok: "bg-ok-soft text-ok",
  info: "bg-info-soft text-info",
  warn: "bg-warn-soft text-warn",
  off: "bg-surface-sunken text-ink-muted",
} as const;

interface BadgeProps {
  readonly look: keyof typeof looks;
  readonly children: ReactNode;
}

/** A word that marks a row. */
export function Badge({ look, children }: BadgeProps) {
  return (
    <span className={`rounded-sm border border-current/40 px-2 text-sm font-semibold ${looks[look]}`}>
      {children}
    </span>
  );
}
