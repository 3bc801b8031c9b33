import { Copy } from "lucide-react";
import { useState } from "react";

import { toolClasses } from "#app/desk/ui/tool.ts";

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
