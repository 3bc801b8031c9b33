interface EmptyPageProps {
  readonly title: string;
  readonly text: string; // How something gets here.
}

/** Stands where a list would be. */
export function EmptyPage({ title, text }: EmptyPageProps) {
  return (
    <div className="border-line bg-surface-raised rounded-sm border px-4 py-10 text-center">
      <p className="text-lg font-semibold">{title}</p>
      <p className="text-ink-muted">{text}</p>
    </div>
  );
}
