import { ArrowRight } from "lucide-react";

import { PageLink } from "#app/shared/ui/page-link.tsx";
import { PartIcon } from "#app/shared/ui/part-icon.tsx";

import type { PartGroup } from "./catalogue/parts.ts";
import { quoteLink } from "./quote-link.ts";

interface PartGroupsProps {
  readonly groups: readonly PartGroup[];
}

/** Every part by where it sits; each opens the quote form with its name filled in. */
export function PartGroups({ groups }: PartGroupsProps) {
  return (
    <div className="grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
      {groups.map(({ title, icon, parts }) => (
        <div key={title} className="grid content-start gap-2">
          <h3 className="flex items-center gap-3 text-2xl">
            <PartIcon name={icon} className="text-brand size-9 shrink-0" />
            {title}
          </h3>
          <ul className="border-line divide-line divide-y border-y">
            {parts.map((part) => (
              <li key={part}>
                <PageLink
                  to={quoteLink({ part })}
                  className="hover:text-brand group flex min-h-12 items-center justify-between gap-3 py-2 leading-snug hover:underline"
                >
                  {part}
                  <ArrowRight
                    aria-hidden
                    className="text-line-strong size-5 shrink-0 transition-transform group-hover:translate-x-1"
                  />
                </PageLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
