import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useNavigate } from "react-router";

import { type LivePlace, sendPlace } from "#app/desk/api/live.ts";
import { onSignIn } from "#app/desk/api/session.ts";
import { isWriting } from "#app/desk/api/writing.ts";
import { announceNewRecords } from "#app/desk/preferences/alerts.ts";
import { deskClient, leaveForLogin } from "#app/desk/state/desk-client.ts";
import { recordLink } from "#app/desk/ui/desk-link.ts";
import type { LivePresence, LiveUpdate } from "#domain/live.ts";
import type { CurrentUser } from "#domain/wire.ts";

import { type Connection, followLive } from "./follow-live.ts";
import { UpdateQueue } from "./reload-touched.ts";

interface Live {
  readonly connection: Connection;
  /** The ids of those who have the open record open, too. */
  readonly others: readonly string[];
  readonly update: LiveUpdate | null;
}

const nobody: readonly string[] = [];

/** Follows live updates while the desk is open. `reference` is the open record. */
export function useLive({ live_start: start }: CurrentUser, reference: string | null): Live {
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
    // What could not be loaded in between has no event.
    if (connection === "lost" && now !== "lost") void deskClient.invalidateQueries();
    if (now === "signed-out" && !isWriting()) leaveForLogin();
    setConnection(now);
  });
  useEffect(() => {
    const stop = new AbortController();
    const queue = new UpdateQueue();
    void followLive({
      place: () => place.current,
      start: start?.last_event ?? null,
      wake: wakeUntil(stop.signal),
      signal: stop.signal,
      onUpdate(heard) {
        queue.add(heard);
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

/** Returns what says that the connection may be back, until `signal` aborts. */
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
