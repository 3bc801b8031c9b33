import { useState } from "react";

import { deskItem } from "#app/desk/session/session-end.ts";
import { useDeskPage } from "#app/desk/state/desk-page.ts";
import { begunText } from "#app/desk/state/use-sending.ts";
import { draftAt } from "#app/shared/forms/draft.ts";

import type { QuoteRecord } from "./start-draft.ts";

export interface KeptText {
  readonly text: string;
  readonly type: (text: string) => void;
  /** For a text that was sent or given up. What was typed since stays. */
  readonly forget: () => void;
}

/** What is typed in the form of that name. It outlives the form, errors and reloads, not the session. */
export function useKeptText({ ref_number: reference }: QuoteRecord, form: string): KeptText {
  const { viewer } = useDeskPage();
  const store = draftAt(deskItem(viewer.user.id, `${form}-${reference}`));
  const [text, setText] = useState(() => begunText(store) ?? "");
  return {
    text,
    type(typed) {
      setText(typed);
      if (typed === "") store.clear();
      else store.update({ values: { text: typed } });
    },
    forget() {
      if (begunText(store) === text) store.clear();
    },
  };
}
