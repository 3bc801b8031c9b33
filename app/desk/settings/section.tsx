import { Plus, Trash2 } from "lucide-react";
import type { ReactNode } from "react";

import { useUser } from "#app/desk/session/user.ts";
import { ToolButton } from "#app/desk/ui/tool.tsx";

interface SettingsSectionProps {
  readonly title: string;
  readonly intro: ReactNode;
  readonly children: ReactNode;
}

export function Section({ title, intro, children }: SettingsSectionProps) {
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
  if (useUser().desk_role === "owner") return children;
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

interface RowsProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly empty: Row;
  readonly most: number;
  readonly onChange: (rows: Row[]) => void;
  readonly children: (row: Row, edit: (cells: Partial<Row>) => void) => ReactNode;
}

/** Rows that can be changed, removed and added to. */
export function Rows<Row extends object>({ label, rows, empty, most, onChange, children }: RowsProps<Row>) {
  return (
    <>
      <ol aria-label={label} className="divide-line divide-y">
        {rows.map((row, index) => (
          <li
            key={index}
            className="grid gap-3 py-3 first:pt-0 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-end"
          >
            <div className="grid gap-3">
              {children(row, (cells) => onChange(rows.with(index, { ...row, ...cells })))}
            </div>
            <button
              type="button"
              className="text-danger inline-flex min-h-11 items-center gap-2 justify-self-start text-sm font-semibold lg:min-h-8"
              onClick={() => onChange(rows.toSpliced(index, 1))}
            >
              <Trash2 aria-hidden className="size-4" /> Remove
            </button>
          </li>
        ))}
      </ol>
      {rows.length < most && (
        <ToolButton className="justify-self-start px-4" onClick={() => onChange([...rows, empty])}>
          <Plus aria-hidden className="size-4" /> Add
        </ToolButton>
      )}
    </>
  );
}
