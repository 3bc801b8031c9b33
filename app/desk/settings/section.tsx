import type { ReactNode } from "react";

import { useUser } from "#app/desk/session/user.ts";

interface SectionProps {
  readonly title: string;
  readonly intro: ReactNode;
  readonly children: ReactNode;
}

export function Section({ title, intro, children }: SectionProps) {
  return (
    <section aria-labelledby="section-title">
      <h2 id="section-title" className="text-3xl">
        {title}
      </h2>
      <p className="text-ink-muted mt-2 mb-6 max-w-[65ch]">{intro}</p>
      {children}
    </section>
  );
}

export function OwnersOnly({ children }: { readonly children: ReactNode }) {
  if (useUser().is_owner === true) return children;
  return (
    <Section
      title="Only for owners"
      intro="Users and the audit list are for owners. Ask an owner if you need something changed there, or need to become one."
    >
      {null}
    </Section>
  );
}

export function Box({ title, children }: { readonly title?: string; readonly children: ReactNode }) {
  return (
    <div className="border-line bg-surface-raised rounded-sm border p-4 not-first:mt-6 sm:p-6">
      {title !== undefined && <h3 className="mb-4 text-xl">{title}</h3>}
      {children}
    </div>
  );
}

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

export function Badge({ look, children }: BadgeProps) {
  return (
    <span className={`rounded-sm border border-current/40 px-2 text-sm font-semibold ${looks[look]}`}>
      {children}
    </span>
  );
}
