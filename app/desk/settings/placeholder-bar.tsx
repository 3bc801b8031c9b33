import type { RefObject } from "react";

import { toolClasses } from "#app/desk/ui/tool.ts";
import { replyPlaceholders } from "#domain/saved-reply.ts";

interface PlaceholderBarProps {
  /** The form whose text they go into. */
  readonly form: RefObject<HTMLFormElement | null>;
  readonly onInserted: () => void;
}

/** The placeholders, each a button that puts it where the cursor stands. */
export function PlaceholderBar({ form, onInserted }: PlaceholderBarProps) {
  const insert = (name: string) => {
    const text = form.current?.elements.namedItem("body");
    if (!(text instanceof HTMLTextAreaElement)) return;
    text.focus();
    text.setRangeText(`{${name}}`, text.selectionStart, text.selectionEnd, "end");
    onInserted();
  };
  return (
    <div role="group" aria-label="Placeholders" className="flex flex-wrap gap-2">
      {Object.entries(replyPlaceholders).map(([name, meaning]) => (
        <button
          key={name}
          type="button"
          title={meaning}
          aria-label={`Insert {${name}}: ${meaning}`}
          className={`${toolClasses} px-3 text-sm font-normal`}
          onClick={() => insert(name)}
        >
          {`{${name}}`}
        </button>
      ))}
    </div>
  );
}
