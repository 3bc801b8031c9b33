import type { ReactNode } from "react";

interface MoneyBoxProps {
  readonly title: string;
  readonly count?: number;
  readonly text: string;
  readonly children?: ReactNode;
}

export function MoneyBox({ title, count, text, children }: MoneyBoxProps) {
  return (
    <section
      aria-label={title}
      className="border-line bg-surface-raised min-w-0 rounded-sm border p-4 print:border-0 print:p-0"
    >
      <h2 className="text-xl">
        {title} <span className="text-ink-muted font-normal tabular-nums">{count}</span>
      </h2>
      <p className="text-ink-muted mb-2 text-sm">{text}</p>
      {children}
    </section>
  );
}
