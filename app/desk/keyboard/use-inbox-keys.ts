import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";

import { focusPart } from "#app/desk/ui/commands.tsx";
import { submissions } from "#domain/forms/submissions.ts";

import { useShortcuts } from "./key-handler.ts";

interface Inbox<Mail> {
  /** The mail that is open; undefined if there is none. */
  readonly current: Mail | undefined;
  readonly open: (id: string) => void;
  readonly move: (step: 1 | -1) => void;
}

/** Which mail of the inbox is open, and the keys that act on it. It has the focus, unless the user is elsewhere. */
export function useInboxKeys<Mail extends { readonly id: string }>(
  mails: readonly Mail[],
  onShowKeys: () => void,
): Inbox<Mail> {
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<string | null>(null);
  const current = mails.find(({ id }) => id === chosen) ?? mails[0];
  const isMoved = useRef(false);
  useEffect(() => {
    if (!isMoved.current && document.activeElement !== document.body) return;
    isMoved.current = false;
    focusPart("title");
  }, [current?.id]);

  const open = (id: string) => {
    isMoved.current = true;
    setChosen(id);
  };
  const move = (step: 1 | -1) => {
    const at = mails.findIndex((mail) => mail === current);
    const next = mails[at + step] ?? mails[at - step];
    if (next !== undefined) open(next.id);
  };
  useShortcuts({
    ...Object.fromEntries(
      submissions.map(({ table }) => [`tab ${table}`, () => void navigate(`/admin?tab=${table}`)]),
    ),
    inbox: () => focusPart("title"),
    next: () => move(1),
    previous: () => move(-1),
    contact: () => focusPart("contact", true),
    ignore: () => focusPart("ignore", true),
    showKeys: onShowKeys,
  });
  return { current, open, move };
}
