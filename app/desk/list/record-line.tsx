import { Link } from "react-router";

import { cardContent } from "#app/desk/record-parts/card-content.ts";
import { RecordMarks } from "#app/desk/record-parts/record-marks.tsx";
import { StatusBadge } from "#app/desk/record-parts/status-badge.tsx";
import { StatusSelect } from "#app/desk/record-parts/status-select.tsx";
import { titleLinkClasses } from "#app/desk/record-parts/title-link.ts";
import { recordAge } from "#app/desk/ui/record-age.ts";
import { formatNzDateTime } from "#domain/nz-time.ts";

import type { RecordCardProps } from "./record-card.tsx";
import { SelectBox } from "./select-box.tsx";

interface RecordLineProps extends RecordCardProps {
  /** It is the one that stands open beside the list. */
  readonly isOpen: boolean;
}

/** One record in few lines, beside the one that is open. */
export function RecordLine({ isOpen, ...props }: RecordLineProps) {
  const { submission, record, now, href, onStatus, isSelected, onSelect } = props;
  const { ref_number: reference, id, created_at: createdAt } = record;
  const { summary, person } = cardContent(submission, record);
  const [title, ...details] = summary;
  const instant = new Date(createdAt);
  return (
    <article
      aria-labelledby={`${id}-reference ${id}-title`}
      aria-current={isOpen ? "true" : undefined}
      data-reference={reference}
      className="hover:bg-surface-sunken/50 aria-[current]:bg-brand-soft relative px-4 py-2.5 aria-[current]:shadow-[inset_4px_0_0_var(--color-brand)]"
    >
      <div className="flex items-baseline justify-between gap-3">
        <h2 id={`${id}-title`} className="min-w-0 truncate text-lg">
          <Link to={href} preventScrollReset className={titleLinkClasses}>
            <bdi>{title}</bdi>
          </Link>
        </h2>
        <time
          dateTime={createdAt}
          title={formatNzDateTime(instant)}
          className="text-ink-muted shrink-0 text-sm whitespace-nowrap"
        >
          {recordAge(instant, now)}
        </time>
      </div>
      <p className="truncate leading-snug">
        {details.map((line) => (
          <bdi key={line} className="mr-2 font-semibold">
            {line}
          </bdi>
        ))}
        <bdi className="text-ink-muted">{person}</bdi>
      </p>
      <div className="mt-1 flex items-center justify-between gap-3">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2">
          <SelectBox reference={reference} isSelected={isSelected} onToggle={onSelect} />
          <span id={`${id}-reference`} className="font-sign font-semibold">
            {reference}
          </span>
          <StatusBadge status={record.status} />
        </p>
        <span className="relative z-1 w-32 shrink-0">
          <StatusSelect isSmall record={record} onChange={onStatus} />
        </span>
      </div>
      <div className="flex flex-wrap gap-x-3">
        <RecordMarks {...props} />
      </div>
    </article>
  );
}
