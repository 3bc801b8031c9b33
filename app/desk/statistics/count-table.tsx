interface CountTableProps {
  readonly title: string;
  readonly intro: string;
  /** Of the names and of each count. */
  readonly columns: readonly string[];
  readonly rows: readonly { readonly name: string; readonly counts: readonly string[] }[];
}

const card = "border-line bg-surface-raised rounded-sm border px-4 py-2.5";

/** Counts by name. */
export function CountTable({ title, intro, columns, rows }: CountTableProps) {
  return (
    <section aria-label={title} className={`${card} overflow-x-auto`}>
      <table className="w-full text-right text-sm tabular-nums">
        <caption className="text-left">
          <span className="font-sign block text-lg leading-tight font-semibold">{title}</span>
          <span className="text-ink-muted">{rows.length === 0 ? "Nothing yet." : intro}</span>
        </caption>
        <thead className="text-ink-muted" hidden={rows.length === 0}>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className="pl-2 font-normal first:pl-0 first:text-left">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, counts }) => (
            <tr key={name}>
              <th scope="row" className="py-0.5 text-left font-normal">
                <bdi className="line-clamp-1 wrap-anywhere" title={name}>
                  {name}
                </bdi>
              </th>
              {counts.map((count, at) => (
                <td key={columns[at + 1]} className="pl-2">
                  {count}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
