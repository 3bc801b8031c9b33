import { useRef, useState } from "react";

import { deskItem } from "#app/desk/session/session-end.ts";
import { useDeskPage } from "#app/desk/state/desk-page.ts";
import { draftAt, tryStorage } from "#app/shared/forms/draft.ts";

/**
 * What is entered in the form of that name. The fields that it keeps stay in this tab until the session ends. `forget` is for
 * what was sent or given up: what was typed since stays.
 */
export function useEntered<Values extends object>(
  name: string,
  keeps: readonly (keyof Values & string)[],
  start: () => Values,
) {
  const { viewer } = useDeskPage();
  const store = draftAt(deskItem(viewer.user.id, name));
  const stored = (values: Values): Readonly<Record<string, string>> =>
    Object.fromEntries(keeps.map((field) => [field, JSON.stringify(values[field])]));
  const [begun] = useState(start);
  const [values, setValues] = useState<Values>(() => {
    const kept = Object.entries(store.read().values).filter(([field]) => keeps.some((one) => one === field));
    const read = () =>
      Object.fromEntries(kept.map(([field, text]) => [field, JSON.parse(text)])) as Partial<Values>;
    return { ...begun, ...tryStorage(read) };
  });
  const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other);
  /** Two changes of one event both count. */
  const latest = useRef(values);
  const keep = (next: Values) => {
    latest.current = next;
    setValues(next);
    if (isSame(stored(next), stored(begun))) store.clear();
    else store.update({ values: stored(next) });
  };
  return {
    values,
    isBegun: !isSame(stored(values), stored(begun)),
    edit: (change: Partial<Values>) => keep({ ...latest.current, ...change }),
    set:
      <Name extends keyof Values>(field: Name) =>
      (value: Values[Name]) =>
        keep({ ...latest.current, [field]: value }),
    forget() {
      if (isSame(store.read().values, stored(values))) store.clear();
    },
  };
}
