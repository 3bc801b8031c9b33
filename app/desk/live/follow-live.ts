import { type LivePlace, pollUpdate, streamUpdates } from "#app/desk/api/live.ts";
import { SignedOut } from "#app/desk/api/session.ts";
import type { LivePresence, LiveUpdate } from "#domain/live.ts";

/** `lost`: the server cannot be reached. `signed-out`: it can, but the session has ended. */
export type Connection = "connecting" | "live" | "polling" | "lost" | "signed-out";

interface LiveContext {
  readonly place: () => LivePlace;
  /** The event before the first one to hear of; read before the desk loads anything. */
  readonly start: number | null;
  /** Its event "wake" says that the tab is visible again, the network is back, or the user has signed in. */
  readonly wake: EventTarget;
  readonly signal: AbortSignal;
  readonly onUpdate: (update: LiveUpdate) => void;
  readonly onPresence: (presence: LivePresence) => void;
  readonly onConnection: (connection: Connection) => void;
}

const pollEveryMs = 15_000;
/** After this many failures in a row, while calls work, streams count as blocked. */
const blockedAfterFailures = 2;
/** How many polls pass before a blocked stream is tried again. */
const pollsPerRetry = 4;
const longestPauseMs = 15_000;

/**
 * Follows what happens until `signal` aborts: by a stream that resumes after a break, or by polling if
 * streams are blocked. Only a refused session counts as signed out; every other failure is retried.
 */
export async function followLive(context: LiveContext): Promise<void> {
  const { place, wake, signal, onPresence, onConnection } = context;
  let { start: lastEvent } = context;
  let isFirst = true;
  const receive = (update: LiveUpdate) => {
    const events = update.events.filter(({ id }) => lastEvent === null || id > lastEvent);
    lastEvent = update.last_event;
    // Only some of the lists may include what happened while the desk was loading.
    const isGap = update.is_gap || (isFirst && events.length > 0);
    isFirst = false;
    if (isGap || events.length > 0) context.onUpdate({ ...update, events, is_gap: isGap });
  };
  let streamFailures = 0;
  let failedPolls = 0;
  const isOver = () => signal.aborted;
  for (let polls = 0; !isOver(); polls += 1) {
    const isBlocked = streamFailures >= blockedAfterFailures && polls % pollsPerRetry !== 0;
    if (failedPolls === 0 && !isBlocked) {
      streamFailures += 1;
      const onUpdate = (update: LiveUpdate) => {
        streamFailures = 0;
        onConnection("live");
        receive(update);
      };
      await streamUpdates(place(), lastEvent, { onUpdate, onPresence, wake }, signal);
      if (isOver()) return;
    }
    try {
      const { presence, ...update } = await pollUpdate(place(), lastEvent);
      if (failedPolls > 0) streamFailures = 0;
      failedPolls = 0;
      receive(update);
      if (presence !== null) onPresence(presence);
      const mayStream = streamFailures < blockedAfterFailures;
      onConnection(mayStream ? "connecting" : "polling");
      if (!mayStream) await pause(pollEveryMs, wake, signal);
    } catch (error) {
      const isSignedOut = error instanceof SignedOut;
      onConnection(isSignedOut ? "signed-out" : "lost");
      const ms = Math.min(longestPauseMs, 1000 * 2 ** failedPolls);
      failedPolls += 1;
      // Spread out, so that not all desks reconnect at once when the server is back.
      await pause(isSignedOut ? Infinity : ms * (0.75 + Math.random() / 2), wake, signal);
    }
  }
}

/** Resolves after that time, or earlier if the connection may be back. */
async function pause(ms: number, wake: EventTarget, signal: AbortSignal): Promise<void> {
  const end = Promise.withResolvers<void>();
  const timer = ms === Infinity ? undefined : setTimeout(end.resolve, ms);
  const once = { once: true };
  wake.addEventListener("wake", () => end.resolve(), once);
  signal.addEventListener("abort", () => end.resolve(), once);
  await end.promise;
  clearTimeout(timer);
}
