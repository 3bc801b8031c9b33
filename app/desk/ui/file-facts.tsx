/** What a file holds, before anything is done with it. */
export function FileFacts({ facts }: { readonly facts: Readonly<Record<string, string | number>> }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 tabular-nums">
      {Object.entries(facts).map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-muted">{name}</dt>
          <dd className="font-semibold wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
