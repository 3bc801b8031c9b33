import { MailWarning } from "lucide-react";

import { useNow } from "#app/shared/document/use-now.ts";
import type { Outage } from "#domain/notice.ts";

import { outageWords } from "./outage-words.ts";

/** Tells staff, quietly, of visitors who could not send: nobody else can know of them. */
export function OutageNotices({ outages }: { readonly outages: readonly Outage[] }) {
  const now = useNow();
  if (outages.length === 0) return null;
  return (
    <ul aria-label="Mail failures of the last 24 hours" className="mb-3 grid gap-2">
      {outages.map((outage) => {
        const { title, details } = outageWords(outage, now);
        return (
          <li
            key={outage.from}
            className="border-warn bg-warn-soft flex gap-3 rounded-sm border-l-4 px-4 py-2.5 wrap-anywhere"
          >
            <MailWarning aria-hidden className="text-warn mt-0.5 size-5 shrink-0" />
            <div className="min-w-0">
              <p className="font-semibold">{title}</p>
              <p className="text-ink-muted text-sm">{details.join(" ")}</p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
