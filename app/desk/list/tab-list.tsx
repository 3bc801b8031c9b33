import { type KeyboardEvent, useRef } from "react";

import { KeyHint } from "#app/desk/ui/commands.tsx";
import { submissions } from "#domain/forms/submissions.ts";
import type { Submission } from "#domain/submission.ts";

interface TabListProps {
  readonly selected: Submission;
  /** Returns null until the count is loaded. */
  readonly countOf: (submission: Submission) => number | null;
  readonly onSelect: (submission: Submission) => void;
}

export const tabPanelId = "records";

/** Shows one tab per form. Arrow keys, Home and End move between them. */
export function TabList({ selected, countOf, onSelect }: TabListProps) {
  const list = useRef<HTMLDivElement>(null);

  const move = (event: KeyboardEvent) => {
    const current = submissions.findIndex(({ table }) => table === selected.table);
    const next = submissions.at(targetIndex(event.key, current, submissions.length) ?? submissions.length);
    if (next === undefined) return;
    event.preventDefault();
    onSelect(next);
    list.current?.querySelector<HTMLElement>(`#${tabId(next)}`)?.focus();
  };

  return (
    <div
      ref={list}
      role="tablist"
      aria-label="Kinds of submission"
      onKeyDown={move}
      className="border-line -mx-4 grid grid-cols-[repeat(auto-fit,minmax(6rem,1fr))] border-b-2 px-4 sm:mx-0 sm:flex sm:px-0"
    >
      {submissions.map((submission) => {
        const { table, tab } = submission;
        const count = countOf(submission);
        const isSelected = submission === selected;
        return (
          <button
            key={table}
            id={tabId(submission)}
            type="button"
            role="tab"
            aria-selected={isSelected}
            aria-controls={tabPanelId}
            tabIndex={isSelected ? 0 : -1}
            onClick={() => onSelect(submission)}
            className="font-sign text-ink-muted hover:text-ink aria-selected:border-brand aria-selected:text-ink -mb-0.5 min-h-11 border-b-3 border-transparent px-0.5 py-1 text-base leading-tight font-semibold focus-visible:-outline-offset-3 sm:px-4 sm:text-lg"
          >
            {count === null ? tab.title : `${tab.title} (${count})`} <KeyHint action={`tab ${table}`} />
          </button>
        );
      })}
    </div>
  );
}

export function tabId({ table }: Submission): string {
  return `tab-${table}`;
}

function targetIndex(key: string, current: number, count: number): number | null {
  switch (key) {
    case "ArrowRight":
      return (current + 1) % count;
    case "ArrowLeft":
      return (current - 1 + count) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}
