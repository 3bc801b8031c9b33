import type { ComponentProps } from "react";

import type { CommandName } from "./commands.ts";
import { KeyHint, keyProps } from "./key-hint.tsx";

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
      {children} {shortcut !== undefined && <KeyHint action={shortcut} />}
    </button>
  );
}
