/** The reference, large enough to copy onto a workshop wall. */
export function ReferencePlate({ reference }: { readonly reference: string }) {
  return (
    <p className="border-line-strong bg-surface-raised text-ink grid w-fit gap-1 rounded-md border-2 border-dashed px-4 py-4 sm:px-6">
      <span className="text-ink-muted text-sm">Your reference number</span>
      <strong className="font-sign text-[1.625rem] leading-tight font-bold tracking-wide tabular-nums sm:text-4xl">
        {reference}
      </strong>
    </p>
  );
}
