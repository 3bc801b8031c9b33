import { useState } from "react";

import type { DraftStore } from "#app/shared/forms/draft.ts";
import { type MailHeads, possibleRecipients, usualRecipient } from "#domain/mail-recipients.ts";

/** The possible recipients of a reply and the chosen ones, which are kept with its draft. */
export function useRecipients(own: string, mail: MailHeads, draft: DraftStore) {
  const [chosen, setChosen] = useState(() => draft.read().values["to"]?.split(" "));
  const possible = possibleRecipients(own, mail);
  const wanted = chosen ?? [usualRecipient(own, mail)];
  return {
    possible,
    to: possible.filter((address) => wanted.includes(address)),
    onChange(to: string[]) {
      setChosen(to);
      draft.update({ values: { ...draft.read().values, to: to.join(" ") } });
    },
  };
}
