import { Plus, Trash2 } from "lucide-react";
import type { ReactNode } from "react";

import { ToolButton } from "#app/desk/ui/tool.tsx";

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
