import type { Tile } from "./tiles.ts";

/** Figures side by side. */
export function Summary({ tiles }: { readonly tiles: readonly Tile[] }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-3 @2xl:grid-cols-4 @min-[84rem]:grid-cols-8">
      {tiles.map(({ label, value, note, isAlarming = false }) => (
        <div
          key={label}
          className="border-line bg-surface-raised flex flex-col rounded-sm border px-4 py-2.5"
        >
          <dt className="text-ink-muted text-sm">{label}</dt>
          <dd className="font-sign text-3xl leading-tight font-bold 2xl:text-4xl">{value}</dd>
          <dd className={`text-sm ${isAlarming ? "text-danger font-semibold" : "text-ink-muted"}`}>{note}</dd>
        </div>
      ))}
    </dl>
  );
}
