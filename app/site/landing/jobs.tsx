import { PartIcon, type PartIconName } from "#app/shared/ui/part-icon.tsx";

import { PartChips } from "./chips.tsx";

interface Job {
  readonly title: string;
  readonly icon: PartIconName;
  readonly text: string;
  readonly parts: readonly string[];
}

interface JobsProps {
  readonly jobs: readonly Job[];
}

/** What happened, what to look at, and the parts it mostly takes. */
export function Jobs({ jobs }: JobsProps) {
  return (
    <ul className="grid gap-x-12 gap-y-10 md:grid-cols-2">
      {jobs.map(({ title, icon, text, parts }) => (
        <li key={title} className="grid content-start gap-3">
          <h3 className="flex items-center gap-3 text-2xl">
            <PartIcon name={icon} className="text-brand size-9 shrink-0" />
            {title}
          </h3>
          <p className="text-ink-muted max-w-prose">{text}</p>
          <PartChips parts={parts} />
        </li>
      ))}
    </ul>
  );
}
