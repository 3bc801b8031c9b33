// Kept apart from the control: the home page must not load the checks of every kind of field.

export const controlClasses =
  "min-h-12 w-full rounded-sm border border-line-strong bg-surface-raised px-3 py-2 text-ink aria-invalid:border-2 aria-invalid:border-danger focus-visible:outline-brand";
