import * as v from "valibot";

import { deskEndpoints } from "#domain/desk-wire.ts";
import {
  liveBeatMs,
  type LivePresence,
  livePresenceSchema,
  type LiveUpdate,
  liveUpdateSchema,
  type PolledUpdate,
  polledUpdateSchema,
} from "#domain/live.ts";

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
export function streamUpdates(
  place: LivePlace,
  after: number | null,
  { onUpdate, onPresence, wake }: LiveListener,
  signal: AbortSignal,
): Promise<void> {
  const stream = new EventSource(`${deskEndpoints.liveStream}?${queryOf(place, after)}`);
  const end = Promise.withResolvers<void>();
  let silence: ReturnType<typeof setTimeout>;
  let heardAt = Date.now();
  const heard = () => {
    heardAt = Date.now();
    clearTimeout(silence);
    silence = setTimeout(end.resolve, silenceAtMostMs);
  };
  const on = <Message>(
    name: string,
    schema: v.GenericSchema<unknown, Message>,
    handle: (message: Message) => void,
  ) =>
    stream.addEventListener(name, ({ data }: MessageEvent<unknown>) => {
      heard();
      const message = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), data);
      if (message.success) handle(message.output);
      else end.resolve();
    });
  on("message", liveUpdateSchema, onUpdate);
  on("presence", livePresenceSchema, onPresence);
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
export async function pollUpdate(place: LivePlace, after: number | null): Promise<PolledUpdate> {
  const signal = AbortSignal.timeout(liveBeatMs);
  const response = await fetchWithSession(`${deskEndpoints.liveUpdates}?${queryOf(place, after)}`, {
    signal,
  });
  if (response.status === 401) throw new SignedOut();
  if (!response.ok) throw new Error(`The call for live updates returned ${response.status}`);
  return v.parse(polledUpdateSchema, await response.json());
}

/** Sends the server which record is open. Failures do not matter: the next stream says it as well. */
export async function sendPlace(place: LivePlace): Promise<void> {
  const path = `${deskEndpoints.livePlace}?${queryOf(place, null)}`;
  await fetchWithSession(path, { method: "POST", signal: AbortSignal.timeout(liveBeatMs) }).catch(() => null);
}

function queryOf({ tab, reference }: LivePlace, after: number | null): URLSearchParams {
  return new URLSearchParams({
    tab,
    ...(reference === null ? {} : { record: reference }),
    ...(after === null ? {} : { after: String(after) }),
  });
}
