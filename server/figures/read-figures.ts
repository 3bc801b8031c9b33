import { type FigureSpell, figureMondays, type Figures } from "#domain/figures.ts";
import { nzDate, nzInstant } from "#domain/nz-time.ts";
import type { Submission } from "#domain/submission.ts";
import { submissions } from "#domain/submissions.ts";

import type { Query } from "../database/database.ts";
import { countSpells } from "./count-spells.ts";
import { countTraits } from "./count-traits.ts";

const midnight = "00:00";

/** The figures of today and the last weeks, in New Zealand's days. */
export async function readFigures(db: Query, now: Date): Promise<Figures> {
  const mondays = figureMondays(now);
  const weeks = mondays.map((monday) => nzInstant(monday, midnight));
  const today = nzInstant(nzDate(now), midnight);
  const [first = today] = weeks;
  const spell = async (kind: Submission, since: Date): Promise<FigureSpell> => {
    const [only] = await countSpells(db, kind, [since], now);
    if (only === undefined) throw new Error("A spell was not counted");
    return only;
  };
  const kinds = submissions.map(async (kind) => ({
    table: kind.table,
    today: await spell(kind, today),
    weeks: await countSpells(db, kind, weeks, now),
    total: await spell(kind, first),
  }));
  return {
    mondays,
    kinds: await Promise.all(kinds),
    makes: await countTraits(db, "make", first, now),
    parts: await countTraits(db, "part_needed", first, now),
  };
}
