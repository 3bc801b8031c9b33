import { Printer } from "lucide-react";
import { useId, useRef } from "react";

interface PrintMenuProps {
  readonly onPrint: (withHistory: boolean) => void;
}

const choices = [
  { label: "Record only", withHistory: false },
  { label: "With history and notes", withHistory: true },
] as const;

/** Puts a record on paper, with or without what staff wrote about it. */
export function PrintMenu({ onPrint }: PrintMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const id = useId();
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-label="Print"
        title="Print"
        className="hover:bg-surface-sunken inline-flex size-11 shrink-0 items-center justify-center rounded-sm"
      >
        <Printer aria-hidden className="size-5" />
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        className="border-line-strong bg-surface-raised text-ink w-60 rounded-sm border p-2 supports-[position-area:bottom]:m-1 supports-[position-area:bottom]:[position-area:bottom_span-left]"
      >
        {choices.map(({ label, withHistory }) => (
          <button
            key={label}
            type="button"
            onClick={() => {
              menu.current?.hidePopover();
              onPrint(withHistory);
            }}
            className="hover:bg-surface-sunken flex min-h-11 w-full items-center rounded-sm px-2 text-left font-semibold"
          >
            {label}
          </button>
        ))}
      </div>
    </>
  );
}
