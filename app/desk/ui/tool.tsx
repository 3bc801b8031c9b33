import { Check, Copy } from "lucide-react";
import { type ComponentProps, useState } from "react";

import { type CommandName, KeyHint, keyProps } from "./commands.tsx";

/** The look of the desk's small buttons and button-like links. */
export const toolClasses =
  "inline-flex min-h-11 items-center justify-center gap-2 rounded-sm border border-line-strong bg-surface-raised px-2 py-1 text-center leading-tight font-semibold hover:bg-surface-sunken disabled:opacity-60";

interface ToolButtonProps extends ComponentProps<"button"> {
  /** The key that presses it. */
  readonly shortcut?: CommandName | undefined;
}

/** A small button of the desk. */
export function ToolButton({ shortcut, className = "", children, ...props }: ToolButtonProps) {
  return (
    <button
      type="button"
      className={`${toolClasses} ${className}`}
      {...(shortcut !== undefined && keyProps(shortcut))}
      {...props}
    >
      {children}
      {shortcut !== undefined && (
        <>
          {" "}
          <KeyHint action={shortcut} />
        </>
      )}
    </button>
  );
}

interface CopyProps {
  /** Names what is copied, for screen readers: "phone". */
  readonly what: string;
  readonly text: string;
}

/** Copies a text to the clipboard. */
export function CopyButton({ what, text }: CopyProps) {
  const [outcome, copy] = useCopy(text);
  const labels = { copied: "Copied", refused: "Select it and copy by hand" };
  return (
    <ToolButton className="text-sm lg:min-h-8" onClick={copy}>
      <Copy aria-hidden className="size-4 shrink-0" />
      <span aria-live="polite">{outcome === null ? "Copy" : labels[outcome]}</span>
      <span className="sr-only">{what}</span>
    </ToolButton>
  );
}

/** A small copy button, shown on hover if there is a mouse. */
export function CopyIcon({ what, text }: CopyProps) {
  const [outcome, copy] = useCopy(text);
  const Icon = outcome === "copied" ? Check : Copy;
  return (
    <>
      <button
        type="button"
        aria-label={`Copy ${what}`}
        title={outcome === "refused" ? "Select it and copy by hand" : `Copy ${what}`}
        onClick={copy}
        className="text-ink-muted hover:bg-surface-sunken hover:text-ink inline-flex size-11 shrink-0 items-center justify-center rounded-sm lg:size-7 lg:pointer-fine:opacity-0 lg:pointer-fine:group-hover/field:opacity-100 lg:pointer-fine:focus-visible:opacity-100"
      >
        <Icon aria-hidden className="size-4" />
      </button>
      <span role="status" className="sr-only">
        {outcome === "copied" && "Copied"}
        {outcome === "refused" && "Could not be copied: select it and copy by hand"}
      </span>
    </>
  );
}

const shownMs = 4000;

function useCopy(text: string) {
  const [outcome, setOutcome] = useState<"copied" | "refused" | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome("copied");
    } catch {
      // The browser forbids it, or lacks it over plain HTTP.
      setOutcome("refused");
    }
    setTimeout(() => setOutcome(null), shownMs);
  };
  return [outcome, () => void copy()] as const;
}
