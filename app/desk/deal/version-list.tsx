import { useDeskPage } from "#app/desk/state/desk-page.ts";
import type { DealForDesk } from "#domain/deals/deal-wire.ts";
import { formatDay } from "#domain/nz-time.ts";

import { isMailStuck, versionText, versionTotal } from "./deal-text.ts";
import { newestVersion } from "./deal-tools.ts";

/** The quotes that were sent, newest first, each with what became of it. */
export function VersionList({ deal }: { readonly deal: DealForDesk }) {
  const { now } = useDeskPage();
  if (deal.versions.length === 0) return null;
  const newest = newestVersion(deal)?.number;
  return (
    <ol aria-label="Quotes" className="divide-line divide-y">
      {deal.versions.toReversed().map((version) => (
        <li
          key={version.number}
          className={`flex flex-wrap items-baseline gap-x-3 py-1 ${version.number === newest ? "" : "text-ink-muted text-sm"}`}
        >
          <span className="font-semibold">Quote {version.number}</span>
          <span className="font-semibold tabular-nums">{versionTotal(version)}</span>
          <span className="text-ink-muted text-sm">valid until {formatDay(version.valid_until, now)}</span>
          <span
            className={`text-sm first-letter:uppercase ${isMailStuck(version) && version.number === newest ? "text-danger font-semibold" : ""}`}
          >
            {versionText(version, now)}
            {isMailStuck(version) && version.number === newest && ". Send it again, or ring and log the call"}
          </span>
        </li>
      ))}
    </ol>
  );
}
