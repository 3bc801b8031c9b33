import { useRef, useState } from "react";
import * as v from "valibot";

import { deskItem } from "#app/desk/session/session-end.ts";
import { useDeskPage } from "#app/desk/state/desk-page.ts";
import { draftAt } from "#app/shared/forms/draft.ts";

interface Entered<Values> {
  readonly values: Values;
  readonly text: string;
}

/**
 * What is entered in the form of that name, the text of it kept in this tab until the session ends; with a schema, the values too.
 * `forget` is for what was sent or given up: what was typed since stays.
 */
export function useEntered<Values>(
  name: string,
  schema: v.GenericSchema<unknown, Values> | undefined,
  start: () => Entered<Values>,
) {
  const { viewer } = useDeskPage();
  const store = draftAt(deskItem(viewer.user.id, name));
  const stored = ({ values, text }: Entered<Values>): Readonly<Record<string, string>> =>
    schema === undefined ? { text } : { text, values: JSON.stringify(values) };
  const [begun] = useState(start);
  const [entered, setEntered] = useState(() => {
    const kept = store.read().values;
    const values =
      schema === undefined ? null : v.safeParse(v.pipe(v.string(), v.parseJson(), schema), kept["values"]);
    return {
      values: values?.success === true ? values.output : begun.values,
      text: kept["text"] ?? begun.text,
    };
  });
  const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other);
  /** Two changes of one event both count. */
  const latest = useRef(entered);
  const keep = (change: (before: Entered<Values>) => Entered<Values>) => {
    const next = change(latest.current);
    latest.current = next;
    setEntered(next);
    if (isSame(stored(next), stored(begun))) store.clear();
    else store.update({ values: stored(next) });
  };
  return {
    entered,
    isBegun: !isSame(stored(entered), stored(begun)),
    set:
      <Name extends keyof Values>(field: Name) =>
      (value: Values[Name]) =>
        keep((before) => ({ ...before, values: { ...before.values, [field]: value } })),
    edit: (change: Partial<Values>) =>
      keep((before) => ({ ...before, values: { ...before.values, ...change } })),
    type: (text: string) => keep((before) => ({ ...before, text })),
    forget() {
      if (isSame(store.read().values, stored(entered))) store.clear();
    },
  };
}
