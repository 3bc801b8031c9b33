import { recordAge } from "#app/desk/ui/record-age.ts";
import { formatNzDateTime } from "#domain/nz-time.ts";

interface RecordDateProps {
  readonly createdAt: string;
  readonly now: Date;
}

/** When a record came in: the date, and how long ago that was. */
export function RecordDate({ createdAt, now }: RecordDateProps) {
  const instant = new Date(createdAt);
  return (
    <p className="text-ink-muted flex w-full flex-wrap justify-between gap-x-3 text-sm md:w-auto">
      <time dateTime={createdAt}>{formatNzDateTime(instant)}</time>
      <span>{recordAge(instant, now)}</span>
    </p>
  );
}
