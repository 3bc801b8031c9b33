import { deskCalls } from "#domain/desk-wire.ts";
import { liveBeatMs, type LivePresence, type LiveUpdate, type PolledUpdate } from "#domain/live.ts";

import { fetchWithSession, SignedOut } from "./session.ts";

/** A tab and the record that is open in it. */
export interface LivePlace {
  readonly tab: string;
  readonly reference: string | null;
}

interface LiveListener {
  readonly onUpdate: (update: LiveUpdate) => void;
  readonly onPresence: (presence: LivePresence) => void;
  /** Its event "wake" ends a stream whose beat is overdue, as after a laptop’s sleep. */
  readonly wake: EventTarget;
}

/** Longer silence means that the connection is dead, even if it seems open. */
const silenceAtMostMs = 2.5 * liveBeatMs;
const beatOverdueMs = 1.2 * liveBeatMs;

/** Streams the live updates that follow the event `after`. Resolves once the stream breaks off, goes silent or is aborted. */
function streamUpdates(
  place: LivePlace,
  after: number | null,
  { onUpdate, onPresence, wake }: LiveListener,
  signal: AbortSignal,
): Promise<void> {
  const stream = new EventSource(`${deskCalls.liveStream.path}?${queryOf(place, after)}`);
  const end = Promise.withResolvers<void>();
  let silence: ReturnType<typeof setTimeout>;
  let heardAt = Date.now();
  const heard = () => {
    heardAt = Date.now();
    clearTimeout(silence);
    silence = setTimeout(end.resolve, silenceAtMostMs);
  };
  stream.addEventListener("message", ({ data }: MessageEvent<string>) => {
    heard();
    onUpdate(JSON.parse(data) as LiveUpdate);
  });
  stream.addEventListener("presence", ({ data }: MessageEvent<string>) => {
    heard();
    onPresence(JSON.parse(data) as LivePresence);
  });
  stream.addEventListener("beat", heard);
  stream.addEventListener("error", () => end.resolve());
  signal.addEventListener("abort", () => end.resolve());
  const endIfSilent = () => {
    if (Date.now() - heardAt > beatOverdueMs) end.resolve();
  };
  wake.addEventListener("wake", endIfSilent);
  heard();
  return end.promise.finally(() => {
    clearTimeout(silence);
    wake.removeEventListener("wake", endIfSilent);
    stream.close();
  });
}

/** Polls for an update. Throws `SignedOut` if the session is over. */
async function pollUpdate(place: LivePlace, after: number | null): Promise<PolledUpdate> {
  const path = `${deskCalls.liveUpdates.path}?${queryOf(place, after)}`;
  const response = await fetchWithSession(path, { timeoutMs: liveBeatMs });
  if (response.status === 401) throw new SignedOut();
  if (!response.ok) throw new Error(`The call for live updates returned ${response.status}`);
  return (await response.json()) as PolledUpdate;
}

/** Sends the server which record is open. Failures do not matter: the next stream says it as well. */
export async function sendPlace(place: LivePlace): Promise<void> {
  const path = `${deskCalls.livePlace.path}?${queryOf(place, null)}`;
  await fetchWithSession(path, { method: "POST", timeoutMs: liveBeatMs }).catch(() => null);
}

function queryOf({ tab, reference }: LivePlace, after: number | null): URLSearchParams {
  return new URLSearchParams({
    tab,
    ...(reference === null ? {} : { record: reference }),
    ...(after === null ? {} : { after: String(after) }),
  });
}

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
