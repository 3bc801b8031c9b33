import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useNavigate } from "react-router";

import { type Connection, followLive, type LivePlace, sendPlace } from "#app/desk/api/live.ts";
import { isWriting, onSignIn } from "#app/desk/api/session.ts";
import { leaveForLogin } from "#app/desk/session/session-end.ts";
import { changeKey } from "#app/desk/state/change-records.ts";
import { deskClient, loadedRecord } from "#app/desk/state/desk-queries.ts";
import { recordLink } from "#app/desk/state/desk-view.ts";
import type { LiveEvent, LivePresence, LiveUpdate } from "#domain/live.ts";
import { isMailEvent } from "#domain/record-event.ts";
import type { CurrentUser } from "#domain/wire.ts";

import { announceNewRecords } from "./alerts.ts";

interface LiveState {
  readonly connection: Connection;
  /** Ids of other users who have the record open. */
  readonly others: readonly string[];
  readonly update: LiveUpdate | null;
}

const nobody: readonly string[] = [];

/** Follows live updates while the desk is open. `reference` is the open record. */
export function useLive({ live_start: start }: CurrentUser, reference: string | null): LiveState {
  const [connection, setConnection] = useState<Connection>("connecting");
  const [presence, setPresence] = useState<LivePresence | null>(null);
  const [update, setUpdate] = useState<LiveUpdate | null>(null);
  const place = useRef<LivePlace>({ tab: crypto.randomUUID(), reference });
  const navigate = useNavigate();
  const hear = useEffectEvent((heard: LiveUpdate) => {
    announceNewRecords(heard, (opened) => void navigate(recordLink(opened)));
    setUpdate(heard);
  });
  const connect = useEffectEvent((now: Connection) => {
    // Changes while the connection was lost sent no event.
    if (connection === "lost" && now !== "lost") void deskClient.invalidateQueries();
    if (now === "signed-out" && !isWriting()) void leaveForLogin();
    setConnection(now);
  });
  useEffect(() => {
    const stop = new AbortController();
    let waiting: LiveUpdate[] = [];
    /** A burst of updates leads to one load. */
    const reloadSoon = (heard: LiveUpdate) => {
      waiting.push(heard);
      if (waiting.length > 1) return;
      setTimeout(() => {
        reloadTouched(waiting);
        waiting = [];
      }, pauseMs);
    };
    void followLive({
      place: () => place.current,
      start: start?.last_event ?? null,
      wake: wakeUntil(stop.signal),
      signal: stop.signal,
      onUpdate(heard) {
        reloadSoon(heard);
        hear(heard);
      },
      onPresence: setPresence,
      onConnection: (now) => connect(now),
    });
    return () => stop.abort();
  }, [start]);
  useEffect(() => {
    if (place.current.reference === reference) return;
    place.current = { ...place.current, reference };
    void sendPlace(place.current);
  }, [reference]);
  const others = presence?.reference === reference ? presence.people : nobody;
  return { connection, others, update };
}

/** Returns a target of "wake" events: the connection may be back. They end when `signal` aborts. */
function wakeUntil(signal: AbortSignal): EventTarget {
  const target = new EventTarget();
  const wake = () => {
    if (document.visibilityState === "visible") target.dispatchEvent(new Event("wake"));
  };
  document.addEventListener("visibilitychange", wake, { signal });
  window.addEventListener("online", wake, { signal });
  signal.addEventListener("abort", onSignIn(wake));
  return target;
}

const pauseMs = 150;

/** Loads everything again that updates touched. */
function reloadTouched(updates: readonly LiveUpdate[]): void {
  if (updates.some((update) => update.is_gap)) return void deskClient.invalidateQueries();
  // The end of a change loads everything about records.
  if (deskClient.isMutating({ mutationKey: changeKey }) > 0) return;
  const events = updates.flatMap((update) => update.events).filter((event) => !isKnown(event));
  if (events.length === 0) return;
  const touched = [
    ["summary"],
    ["page", "money"],
    ["page", "pack"],
    ...[...new Set(events.map(({ table }) => table))].map((table) => ["list", table]),
    ...[...new Set(events.map(({ reference }) => reference))].map((reference) => ["record", reference]),
    ...(events.some(({ type }) => isMailEvent(type)) ? [["warnings"]] : []),
    ...(events.some(({ type }) => type === "mail_in") ? [["page", "inbox"]] : []),
  ];
  for (const queryKey of touched) void deskClient.invalidateQueries({ queryKey });
}

/** Returns whether the loaded record has this change already, as after the user's own. */
function isKnown({ id, reference }: LiveEvent): boolean {
  return loadedRecord(reference)?.version === id;
}
