import { useEffect, useEffectEvent, useRef } from "react";
import { useNavigate } from "react-router";

import { submissionOf } from "#app/desk/api/list-view.ts";
import { focusRecord, usePlace } from "#app/desk/list/list-position.ts";
import type { RecordSelection } from "#app/desk/list/selection.tsx";
import { changeRecords, mergeInto, pendingChanges, withPending } from "#app/desk/state/change-records.ts";
import { useDeskPage } from "#app/desk/state/desk-page.ts";
import { loadedRecord, loadMore } from "#app/desk/state/desk-queries.ts";
import {
  inboxPath,
  inOtherOrder,
  listKey,
  moneyPath,
  rememberOrder,
  packPath,
  stockPath,
  yardPath,
} from "#app/desk/state/desk-view.ts";
import { showFailure, showToast, undoLast } from "#app/desk/state/notices.ts";
import { isTurning } from "#app/desk/state/use-desk.ts";
import { focusPart, type PagePart } from "#app/desk/ui/commands.tsx";
import type { RecordCells } from "#domain/desk.ts";
import { submissions } from "#domain/forms/submissions.ts";
import { isOpenStatus, isToAnswer, type RecordStatus, recordStatuses } from "#domain/record-status.ts";
import type { SubmissionRecord } from "#domain/submission.ts";

import { useShortcuts } from "./key-handler.ts";

interface DeskKeys {
  /** The references of the listed records. */
  readonly order: readonly string[];
  readonly selection: RecordSelection;
  /** The record whose parts are on the page. */
  readonly shownRecord: string | null;
  /** Goes to the first record of the list, once it is shown. */
  readonly onFirst: () => void;
  readonly onShowKeys: () => void;
}

/**
 * Keys act on the record that the address names when they are pressed, even if the page still shows another; without
 * one, on the selection or the focused record, unless the address names another list than the page shows.
 */
export function useDeskKeys(props: DeskKeys): { readonly complete: () => void } {
  const { order, selection, shownRecord, onFirst, onShowKeys } = props;
  const { view, current, go, state, viewer } = useDeskPage();
  const { user } = viewer;
  const isYard = user.desk_role === "yard";
  const list = listKey(state.shown?.list ?? view);
  const place = usePlace({ list, order }, view.reference, () => current().reference);
  const parts = useFocusPart(shownRecord);
  const navigate = useNavigate();
  const isOpen = () => current().reference !== null;
  const isPast = () => !isOpen() && isTurning(state, current());
  const here = () => (isPast() ? null : place.current());
  const isForSelection = () => !isOpen() && selection.records.length > 0;

  const move = (step: 1 | -1) => {
    if (isPast()) return step === 1 ? onFirst() : undefined;
    const reference = place.neighbour(step);
    if (reference === null) {
      if (step === 1) loadMore(view, user.id).catch(showFailure);
    } else if (current().reference === null) focusRecord(reference);
    else go({ ...current(), reference }, { replace: true, atOnce: true });
  };
  /** Returns false if there is no record to change. */
  const change = (changeOf: (record: SubmissionRecord) => RecordCells): boolean => {
    if (isYard || parts.isAwaited() || isPast()) return false;
    const chosen = isForSelection() ? selection.records : recordAt(here());
    const [first] = chosen;
    if (first === undefined) return false;
    if (isForSelection()) selection.clear();
    const made = changeOf(first);
    changeRecords(chosen.map((record) => ({ record, change: made })));
    return true;
  };
  const complete = () => {
    const isOne = !isForSelection();
    if (change(() => ({ status: "completed" })) && isOne) move(1);
  };

  const openTab = (table: string) => go({ ...current(), table, reference: null }, { atOnce: true });
  const setTo = (status: RecordStatus) => change(() => ({ status }));
  const select = (isRange: boolean) => {
    const reference = here();
    if (reference !== null && !isYard) selection.toggle(reference, isRange);
  };

  useShortcuts({
    ...Object.fromEntries(recordStatuses.map((status) => [status, () => setTo(status)])),
    ...Object.fromEntries(pressedParts.map((part) => [part, () => parts.focus(part, here())])),
    ...Object.fromEntries(submissions.map(({ table }) => [`tab ${table}`, () => openTab(table)])),
    inbox: () => void navigate(inboxPath),
    money: () => void navigate(moneyPath),
    pack: () => void navigate(packPath),
    yard: () => void navigate(yardPath),
    stock: () => void navigate(stockPath),
    next: () => move(1),
    previous: () => move(-1),
    leave() {
      if (document.activeElement instanceof HTMLTextAreaElement) focusPart("title");
      else if (isOpen()) go({ ...current(), reference: null }, { atOnce: true });
      else selection.clear();
    },
    complete,
    take: () => change(({ owner_id: owner }) => ({ owner_id: owner === user.id ? null : user.id })),
    snooze: () => (isForSelection() ? focusPart("snooze", true) : parts.focus("snooze", here())),
    order() {
      const canBeOrdered = submissionOf(current()).hasDeal === true;
      if (canBeOrdered) change(({ order_placed: isOrdered }) => ({ order_placed: !isOrdered }));
    },
    merge() {
      if (isYard) return;
      for (const record of recordAt(here())) mergeInto(record, record.repeats?.duplicate_of ?? null);
    },
    undo: () => void undoLast(),
    select: () => select(false),
    selectRange: () => select(true),
    search: () => focusPart("search"),
    sort() {
      const sorted = inOtherOrder(current());
      rememberOrder(user, sorted);
      go(sorted, { atOnce: true });
    },
    showKeys: onShowKeys,
  });
  return { complete };
}

/** Returns the record as the page shows it, even if this key opens it. */
function recordAt(reference: string | null): SubmissionRecord[] {
  const record = reference === null ? undefined : loadedRecord(reference);
  return record === undefined ? [] : [withPending(record, pendingChanges())];
}

/** Parts whose buttons depend on the deal: until it is loaded, only the quote has one. */
const dealParts: readonly PagePart[] = ["next_step", "approve", "extend", "payment", "parcel", "photos"];
/** Decide about a mail, which comes with the loaded record. */
const mailParts: readonly PagePart[] = ["theirs", "not_theirs"];
const pressedParts: readonly PagePart[] = ["note", "call", "reply", "quote", ...dealParts, ...mailParts];

interface AwaitedPart {
  readonly part: PagePart;
  readonly reference: string;
}

/**
 * Goes to a part of a record and presses it, and opens the record first if necessary. `shownRecord` is the one whose
 * parts are on the page.
 */
function useFocusPart(shownRecord: string | null) {
  const { view, current, go, state } = useDeskPage();
  const { opened, isOpening, openProblem } = state;
  const wanted = useRef<AwaitedPart | null>(null);
  const isShown = opened?.record.ref_number === view.reference && shownRecord === view.reference;
  const isLoaded = isShown && !isOpening;
  // An offer needs the loaded sale, and a reply to a request may answer a question in the deal.
  const waits = (part: PagePart) =>
    dealParts.includes(part) ||
    mailParts.includes(part) ||
    (part === "quote" && submissionOf(view).hasSale === true) ||
    (part === "reply" && submissionOf(view).hasDeal === true);
  const isReadyFor = useEffectEvent((part: PagePart) => (waits(part) ? isLoaded : isShown));
  const press = (part: PagePart) => {
    wanted.current = null;
    if (focusPart(part, true) || part !== "next_step" || opened === null) return;
    showToast({ text: noStepText(opened.record) });
  };
  const pressReady = useEffectEvent(press);
  useEffect(() => {
    const { part, reference } = wanted.current ?? {};
    if (part === undefined) return;
    if (reference !== view.reference || openProblem !== null) wanted.current = null;
    else if (isReadyFor(part)) pressReady(part);
  }, [view.reference, isShown, isLoaded, openProblem]);

  return {
    focus(part: PagePart, reference: string | null) {
      // Keys are meant for an awaited form, even before it is there.
      if (reference === null || wanted.current !== null) return;
      const isReady = waits(part) ? isLoaded : isShown;
      if (isReady && reference === view.reference) return press(part);
      // Nobody decides about a mail that is not on the page yet.
      if (mailParts.includes(part))
        return void (current().reference === null && go({ ...current(), reference }, { atOnce: true }));
      wanted.current = { part, reference };
      if (current().reference === null) go({ ...current(), reference }, { atOnce: true });
    },
    isAwaited: () => wanted.current !== null,
  };
}

function noStepText(record: SubmissionRecord): string {
  if (isToAnswer(record)) return "Reply to it: key r";
  return !isOpenStatus(record.status) ? "Nothing to do" : "Nothing to do: waiting for the customer";
}
