import { DatabaseBackup } from "lucide-react";

import type { BackupHealth } from "#domain/backup-health.ts";
import { formatDay, nzDate } from "#domain/nz-time.ts";

/** Tells staff, in red, that nobody has proven for over a week that a backup can be restored. */
export function BackupNotice({ health }: { readonly health: BackupHealth | null }) {
  if (health === null || health.good) return null;
  const { drilled_at: drilledAt } = health;
  return (
    <p className="border-danger bg-danger-soft mb-3 flex gap-3 rounded-sm border-l-4 px-4 py-2.5 wrap-anywhere">
      <DatabaseBackup aria-hidden className="text-danger mt-0.5 size-5 shrink-0" />
      <span className="min-w-0">
        <strong className="text-danger block font-semibold">Backups are not proven.</strong>
        <span className="text-sm">
          {drilledAt === null
            ? "No backup has been restored on trial yet."
            : `The last trial restore that worked was on ${formatDay(nzDate(new Date(drilledAt)))}.`}{" "}
          Tell whoever looks after the server.
        </span>
      </span>
    </p>
  );
}
