/** The look of the desk's small buttons and button-like links. */
export const toolClasses =
  "inline-flex min-h-11 items-center justify-center gap-2 rounded-sm border border-line-strong bg-surface-raised px-2 py-1 text-center leading-tight font-semibold hover:bg-surface-sunken disabled:opacity-60";
