import { nzDate } from "#domain/nz-time.ts";
import type { RepeatedErasure } from "#server/features/retention/repeat-erasures.ts";

import type { FinishedRestore } from "./finish-restore.ts";
import { describeTables, type Manifest } from "./manifest.ts";

/** What whoever restored a backup has to know and to check, for the terminal. */
export function describeRestore(manifest: Manifest, finished: FinishedRestore): string {
  return [
    `Restored as of ${manifest.created_at}: ${describeTables(manifest)}`,
    "",
    ...describeErasures(manifest, finished),
    "",
    ...describeUsers(finished),
  ].join("\n");
}

function describeErasures({ created_at: takenAt }: Manifest, { erasures }: FinishedRestore): string[] {
  const { files, repeated, unproven, damaged } = erasures;
  if (files.length === 0) {
    return [
      `No list of erasures was found, neither in BACKUP_DIR nor beside this backup. Repeat by hand what was erased since ${takenAt}: npm run person -- erase <e-mail>. If the former DATA_DIR holds erasures.jsonl: restore again with --erasures <file>.`,
    ];
  }
  const doubtful = unproven.length + damaged;
  return [
    repeated.length === 0
      ? "Nothing was erased at anybody's request after this backup was taken."
      : `Erased again, because it was erased after this backup was taken: ${repeated.length} ${repeated.length === 1 ? "erasure" : "erasures"}.`,
    ...repeated.map(describeErasure),
    ...(doubtful === 0
      ? []
      : [
          `${doubtful} listed erasures were not repeated: they are damaged, or sealed with another BACKUP_KEY and SESSION_SECRET. Repeat by hand what was erased on: ${unproven.map(dayOf).join(", ") || "(unknown days)"}.`,
        ]),
  ];
}

function describeErasure({ at, references }: RepeatedErasure): string {
  const what = references.length === 0 ? "nothing of it was in the backup" : references.join(", ");
  return `  ${dayOf(at)}: ${what}`;
}

function dayOf(instant: string): string {
  return nzDate(new Date(instant));
}

function describeUsers({ sessionsEnded, users }: FinishedRestore): string[] {
  return [
    `Everybody is signed out (${sessionsEnded} sessions). Passwords, two-step sign-in and who is disabled are as they were then.`,
    "These may sign in now. Disable whoever has left since: npm run admin -- disable <e-mail>",
    ...users.map(({ email, has_two_step: twoStep }) => `  ${email}${twoStep ? "  (two-step sign-in)" : ""}`),
  ];
}
