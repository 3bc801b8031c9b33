import { useState } from "react";
import * as v from "valibot";

import { readSetting, saveSetting, type Versioned } from "#app/desk/api/deals.ts";
import { isStale } from "#app/desk/api/desk-call.ts";
import { settingQuery } from "#app/desk/deal/desk-setting-queries.ts";
import { deskClient } from "#app/desk/state/desk-client.ts";
import { type DeskSetting, type DeskSettingName, deskSettings } from "#domain/deals/desk-settings.ts";

/** A setting while it is edited. What is typed during a save goes on top of it. */
export function useSetting<Name extends DeskSettingName>(name: Name, stored: Versioned<DeskSetting<Name>>) {
  /** What the next save replaces. */
  const [base, setBase] = useState(stored);
  const [value, setValue] = useState(stored.value);
  /** What someone else has saved over `base`. */
  const [theirs, setTheirs] = useState<typeof stored | null>(null);
  const takeOver = (saved: typeof stored) => {
    setBase(saved);
    setTheirs(null);
    setValue((now) => (now === value ? saved.value : now));
  };
  const save = async (version: number) => {
    try {
      takeOver(await saveSetting(name, value, version));
    } catch (error) {
      if (!isStale(error)) throw error;
      const found = await readSetting(name);
      // The save before may have arrived although its response did not.
      if (isSame(name, found.value, value)) return takeOver(found);
      setTheirs(found);
      throw error;
    } finally {
      // Also if it failed: it may be saved nevertheless, or a colleague has saved another one.
      deskClient.removeQueries({ queryKey: settingQuery(name).queryKey });
    }
  };
  return { base, value, theirs, setValue, save, takeOver };
}

function isSame(name: DeskSettingName, stored: unknown, typed: unknown): boolean {
  const read = v.safeParse(deskSettings[name], typed);
  return read.success && JSON.stringify(read.output) === JSON.stringify(stored);
}
