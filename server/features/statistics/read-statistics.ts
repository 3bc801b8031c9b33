import { addDays } from "#domain/calendar-date.ts";
import { figureMondays, type Figures } from "#domain/figures.ts";
import { submissions } from "#domain/forms/submissions.ts";
import { nzDate, nzInstant } from "#domain/nz-time.ts";
import type { Query } from "#server/platform/database/database.ts";

import { countSpell, type Spell } from "./count-period.ts";
import { countTraits } from "./count-traits.ts";

/** The figures of today and the last weeks, in New Zealand's days. */
export async function readFigures(db: Query, now: Date): Promise<Figures> {
  const date = nzDate(now);
  const mondays = figureMondays(now);
  const today = spellOf(date, 1);
  const total = spellOf(mondays[0] ?? date, 7 * mondays.length);
  const kinds = submissions.map(async (kind) => ({
    table: kind.table,
    today: await countSpell(db, kind, today, now),
    weeks: await Promise.all(mondays.map((monday) => countSpell(db, kind, spellOf(monday, 7), now))),
    total: await countSpell(db, kind, total, now),
  }));
  return {
    date,
    mondays,
    kinds: await Promise.all(kinds),
    makes: await countTraits(db, "make", total.begins, now),
    parts: await countTraits(db, "part_needed", total.begins, now),
  };
}

function spellOf(first: string, days: number): Spell {
  return { begins: nzInstant(first, "00:00"), ends: nzInstant(addDays(first, days), "00:00") };
}
