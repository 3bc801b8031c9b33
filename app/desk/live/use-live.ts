import { useEffect, useState, useSyncExternalStore } from "react";
import { useNavigate } from "react-router";

import { onSignIn } from "#app/desk/api/session.ts";
import { isAtTopOfList } from "#app/desk/list/list-position.ts";
import { announceNewRecords } from "#app/desk/preferences/alerts.ts";
import type { Desk } from "#app/desk/state/desk.ts";
import { recordLink } from "#app/desk/ui/desk-link.ts";
import type { LiveUpdate } from "#domain/live.ts";
import type { CurrentUser } from "#domain/wire.ts";

import { type FeedState, LiveFeed } from "./live-feed.ts";

export interface Live extends FeedState {
  readonly update: LiveUpdate | null;
}

const retryAfterMs = 10_000;

/** Follows live updates while the desk is open. `reference` is the open record. */
export function useLive(desk: Desk, { live_start: start }: CurrentUser, reference: string | null): Live {
  const [feed] = useState(() => new LiveFeed(start ?? null));
  const [update, setUpdate] = useState<LiveUpdate | null>(null);
  const navigate = useNavigate();

  useEffect(() => {
    const follower = new UpdateFollower((unread) => desk.follow(unread));
    feed.setListener((heard) => {
      desk.hear(heard, isAtTopOfList());
      follower.hear(heard);
      announceNewRecords(heard, (opened) => void navigate(recordLink(opened)));
      setUpdate(heard);
    });
    return () => follower.stop();
  }, [desk, feed, navigate]);

  useEffect(() => feed.setOpenRecord(reference), [feed, reference]);
  useEffect(() => keepAwake(feed), [feed]);

  const state = useSyncExternalStore(feed.subscribe, feed.state, feed.state);
  const { presence } = state;
  useEffect(() => {
    // A name that could not be loaded comes with the next load of the summary.
    void desk.meet(presence?.people ?? []).catch(() => {});
  }, [desk, presence]);
  const isConnected = state.connection === "live" || state.connection === "polling";
  useEffect(() => {
    if (isConnected) desk.reconnected();
  }, [desk, isConnected]);
  const { isUnreached } = useSyncExternalStore(desk.subscribe, desk.notes, desk.notes);
  useEffect(() => {
    if (!isConnected || !isUnreached) return;
    // The stream may have stayed while a call was lost.
    const timer = setTimeout(() => desk.reconnected(), retryAfterMs);
    return () => clearTimeout(timer);
  }, [desk, isConnected, isUnreached]);
  useEffect(() => {
    const retry = () => desk.reconnected();
    window.addEventListener("online", retry);
    return () => window.removeEventListener("online", retry);
  }, [desk]);
  const isSignedOut = state.connection === "signed-out";
  useEffect(() => {
    if (isSignedOut) desk.session.leaveUnlessWriting();
  }, [desk, isSignedOut]);
  return { ...state, update };
}

/** Starts the feed and wakes it whenever the connection may be back. Returns a function that stops it. */
function keepAwake(feed: LiveFeed): () => void {
  const wake = () => {
    if (document.visibilityState === "visible") feed.wake();
  };
  feed.start();
  const removeListener = onSignIn(wake);
  document.addEventListener("visibilitychange", wake);
  window.addEventListener("online", wake);
  return () => {
    feed.stop();
    removeListener();
    document.removeEventListener("visibilitychange", wake);
    window.removeEventListener("online", wake);
  };
}

/** Bursts of updates lead to one load per pause. */
const pauseMs = 150;
const longestPauseMs = 15_000;

/** Loads what updates are about, and tries again until that works. */
class UpdateFollower {
  readonly #load: (updates: readonly LiveUpdate[]) => Promise<void>;
  #waiting: LiveUpdate[] = [];
  #isWorking = false;
  #isStopped = false;

  constructor(load: (updates: readonly LiveUpdate[]) => Promise<void>) {
    this.#load = load;
  }

  hear(update: LiveUpdate): void {
    this.#waiting.push(update);
    if (!this.#isWorking) void this.#work();
  }

  stop(): void {
    this.#isStopped = true;
  }

  async #work(): Promise<void> {
    this.#isWorking = true;
    let failures = 0;
    while (this.#waiting.length > 0 && !this.#isStopped) {
      const updates = this.#waiting;
      this.#waiting = [];
      try {
        await this.#load(updates);
        failures = 0;
      } catch {
        this.#waiting.unshift(...updates);
        failures += 1;
      }
      await pause(Math.min(longestPauseMs, failures === 0 ? pauseMs : 1000 * 2 ** failures));
    }
    this.#isWorking = false;
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
