import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";

import { inboxPath, moneyPath, packPath, stockPath, yardPath } from "#app/desk/state/desk-view.ts";
import { focusPart } from "#app/desk/ui/commands.tsx";
import { submissions } from "#domain/forms/submissions.ts";

import { useShortcuts } from "./key-handler.ts";

interface FilingList<One> {
  /** The open item; undefined if the list is empty. */
  readonly current: One | undefined;
  readonly open: (id: string) => void;
  readonly move: (step: 1 | -1) => void;
}

/** Opens one item of a list at a time and handles the keys of its page. The open item has the focus unless the user is elsewhere. */
export function useFilingKeys<One extends { readonly id: string }>(
  listed: readonly One[],
  onShowKeys: () => void,
  /** Id of the item that is open at first. */
  first: string | null = null,
  /** What is done with stays in the list: there is nothing after the last one. */
  stays = false,
): FilingList<One> {
  const navigate = useNavigate();
  const [chosen, setChosen] = useState(first);
  const current = listed.find(({ id }) => id === chosen) ?? listed[0];
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
    const at = listed.findIndex((one) => one === current);
    const next = listed[at + step] ?? (stays ? undefined : listed[at - step]);
    if (next !== undefined) open(next.id);
  };
  const goTo = (path: string) => (location.pathname === path ? focusPart("title") : void navigate(path));
  useShortcuts({
    ...Object.fromEntries(
      submissions.map(({ table }) => [`tab ${table}`, () => goTo(`/admin?tab=${table}`)]),
    ),
    inbox: () => goTo(inboxPath),
    money: () => goTo(moneyPath),
    pack: () => goTo(packPath),
    yard: () => goTo(yardPath),
    stock: () => goTo(stockPath),
    next: () => move(1),
    previous: () => move(-1),
    search: () => focusPart("search"),
    select: () => focusPart("select", true),
    contact: () => focusPart("contact", true),
    quote: () => focusPart("quote", true),
    ignore: () => focusPart("ignore", true),
    bank_file: () => focusPart("bank_file", true),
    showKeys: onShowKeys,
  });
  return { current, open, move };
}
