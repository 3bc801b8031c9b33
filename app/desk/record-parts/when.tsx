import { useDeskPage } from "#app/desk/state/desk-page.ts";
import { recordAge } from "#domain/due-words.ts";
import { formatNzDateTime } from "#domain/nz-time.ts";

/** Shows "3 h ago", or the date and time on paper and to screen readers. */
export function When({ at }: { readonly at: string }) {
  const { now } = useDeskPage();
  const instant = new Date(at);
  return (
    <time dateTime={at} title={formatNzDateTime(instant)} className="text-ink-muted">
      <span aria-hidden className="print:hidden">
        {recordAge(instant, now)}
      </span>
      <span className="sr-only print:not-sr-only">{formatNzDateTime(instant)}</span>
    </time>
  );
}
