import { Check, Copy } from "lucide-react";
import { useState } from "react";

import { toolClasses } from "./tool.ts";

interface CopyButtonProps {
  /** What is copied, for who hears the button only. */
  readonly what: string;
  readonly text: string;
}

/** Puts a text on the clipboard and says so. */
export function CopyButton({ what, text }: CopyButtonProps) {
  const [words, setWords] = useState("Copy");
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setWords("Copied"),
      () => setWords("Select it and copy by hand"),
    );
  return (
    <button type="button" className={`${toolClasses} px-3 text-sm`} onClick={() => void copy()}>
      <Copy aria-hidden className="size-4 shrink-0" />
      <span aria-live="polite">{words}</span>
      <span className="sr-only">{what}</span>
    </button>
  );
}

interface CopyIconProps {
  /** What is copied: "phone". */
  readonly what: string;
  readonly text: string;
}

const shownMs = 2000;

/** Puts a text on the clipboard and says so. */
export function CopyIcon({ what, text }: CopyIconProps) {
  const [outcome, setOutcome] = useState<"copied" | "refused" | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome("copied");
    } catch {
      // Forbidden, or missing where the panel is tried out over plain http.
      setOutcome("refused");
    }
    setTimeout(() => setOutcome(null), shownMs);
  };
  const Icon = outcome === "copied" ? Check : Copy;
  return (
    <>
      <button
        type="button"
        aria-label={`Copy ${what}`}
        title={outcome === "refused" ? "Select it and copy by hand" : `Copy ${what}`}
        onClick={() => void copy()}
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
