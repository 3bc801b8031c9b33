import { useEffect, useRef } from "react";

/** Returns the listed record that contains the element, by default the focused one. */
function focusedReference(element: Element | null = document.activeElement): string | null {
  return element?.closest<HTMLElement>("[data-reference]")?.dataset["reference"] ?? null;
}

/** Focuses a record in the list and scrolls it into view. */
export function focusRecord(reference: string): void {
  const card = document.querySelector(`[data-reference="${reference}"]`);
  card?.querySelector<HTMLElement>("h2 a")?.focus({ preventScroll: true });
  card?.scrollIntoView({ block: "nearest" });
}

/** The attribute of the bar that acts on the selected records. */
export const dockMark = { "data-dock": true } as const;

/** Gives the focus back to the record if it is in the dock, which goes with the selection. */
export function focusFromDock(reference: string): void {
  const dock = document.activeElement?.closest("[data-dock]") ?? null;
  if (dock !== null) focusRecord(reference);
}

function focusFirstRecord(): void {
  const reference = focusedReference(document.querySelector("[data-reference]"));
  if (reference !== null) focusRecord(reference);
}

/** Focuses the first record if the focus has gone with its element. */
function focusFirstIfLost(): void {
  if (document.activeElement === document.body) focusFirstRecord();
}

/** Returns a function that focuses the first record, of the list that is on its way if there is one. */
export function useFocusFirst(isTurning: () => boolean): () => void {
  const isWanted = useRef(false);
  useEffect(() => {
    if (!isWanted.current || isTurning()) return;
    isWanted.current = false;
    focusFirstIfLost();
  });
  return () => {
    isWanted.current = isTurning();
    if (!isWanted.current) focusFirstRecord();
    else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  };
}

/** Scrolls the list to the record that is opened, and gives the focus back to it when it is closed. */
export function usePlaceInList(reference: string | null): void {
  const previous = useRef(reference);
  useEffect(() => {
    const closed = reference === null ? previous.current : null;
    previous.current = reference;
    if (reference !== null) cardElement(reference)?.scrollIntoView({ block: "nearest" });
    if (closed !== null) cardElement(closed)?.querySelector<HTMLElement>("h2 a")?.focus();
  }, [reference]);
}

function cardElement(reference: string): Element | null {
  return document.querySelector(`[data-reference="${reference}"]`);
}

interface ListCursor {
  /** The open record, or else the focused one. */
  current(): string | null;
  /** The next or the previous record. */
  neighbour(step: 1 | -1): string | null;
}

/** The references of a list's records, in order. `list` is the key of the list. */
interface ListedRecords {
  readonly list: string;
  readonly order: readonly string[];
}

/**
 * The user's place in the list. If their record leaves the list, as after a status change under a filter,
 * the focus goes to the record that took its place. `openNow` is the open record at the moment of a key press.
 */
export function usePlace(
  shown: ListedRecords,
  open: string | null,
  openNow: () => string | null,
): ListCursor {
  /** The user's last place, with the order that the list had then. */
  const last = useRef<ListPlace>({ reference: null, list: "", order: [] });
  const { list } = shown;
  const joined = shown.order.join();

  useEffect(() => {
    const listed = joined.split(",");
    const keep = (reference: string | null) => {
      if (reference === null || listed.includes(reference)) last.current = { reference, list, order: listed };
    };
    const { reference, list: former } = last.current;
    const isGone = reference !== null && !listed.includes(reference);
    const now = { list, order: listed };
    const successor =
      isGone && open === null && list === former
        ? (neighbourIn(now, last.current, reference, 1) ?? neighbourIn(now, last.current, reference, -1))
        : null;
    if (document.activeElement === document.body && successor !== null) focusRecord(successor);
    if (open !== null) keep(open);
    const follow = ({ target }: FocusEvent) => {
      if (open === null) keep(target instanceof Element ? focusedReference(target) : null);
    };
    document.addEventListener("focusin", follow);
    return () => document.removeEventListener("focusin", follow);
  }, [joined, list, open]);

  const current = () => openNow() ?? focusedReference();
  return {
    current,
    neighbour: (step) => neighbourIn(shown, last.current, current(), step),
  };
}

interface ListPlace extends ListedRecords {
  readonly reference: string | null;
}

/**
 * Returns the next or the previous record. If `reference` has left the list, it is the nearest record that was
 * there with it and still is, so that a list that changed in between skips none. Another list begins at its first.
 */
export function neighbourIn(
  { list, order }: ListedRecords,
  last: ListPlace,
  reference: string | null,
  step: 1 | -1,
): string | null {
  const at = order.indexOf(reference ?? "");
  if (at !== -1) return order[at + step] ?? null;
  const from = last.order.indexOf(reference ?? last.reference ?? "");
  const isOther = list !== last.list || !last.order.some((each) => order.includes(each));
  if (from === -1 || isOther) return step === 1 ? (order[0] ?? null) : null;
  const beyond = step === 1 ? last.order.slice(from + 1) : last.order.slice(0, from).toReversed();
  return beyond.find((each) => order.includes(each)) ?? null;
}
