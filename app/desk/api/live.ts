import * as v from "valibot";

import { deskEndpoints } from "#domain/desk-wire.ts";
import {
  liveBeatMs,
  type LiveUpdate,
  liveUpdateSchema,
  type LivePresence,
  livePresenceSchema,
  polledUpdateSchema,
} from "#domain/live.ts";

import { fetchWithSession, SignedOut } from "./session.ts";

/** A tab and the record that is open in it. */
export interface LivePlace {
  readonly tab: string;
  readonly reference: string | null;
}

export interface LiveListener {
  readonly onUpdate: (update: LiveUpdate) => void;
  readonly onPresence: (presence: LivePresence) => void;
  /** The stream could not be opened, broke off or went silent. */
  readonly onEnd: () => void;
}

/** Longer silence means that the connection is dead, even if it seems open. */
const silenceAtMostMs = 2.5 * liveBeatMs;

export interface LiveStream {
  /** Whether a beat is overdue, as after a laptop's sleep. */
  isSilent(): boolean;
  close(): void;
}

/** Streams the live updates that follow the event `after`. */
export function openLiveStream(
  place: LivePlace,
  after: number | null,
  { onUpdate, onPresence, onEnd }: LiveListener,
): LiveStream {
  const stream = new EventSource(`${deskEndpoints.liveStream}?${queryOf(place, after)}`);
  let silence: ReturnType<typeof setTimeout>;
  let heardAt = Date.now();
  const close = () => {
    clearTimeout(silence);
    stream.close();
  };
  const end = () => {
    close();
    onEnd();
  };
  const listen = () => {
    heardAt = Date.now();
    clearTimeout(silence);
    silence = setTimeout(end, silenceAtMostMs);
  };
  const on = <Message>(
    name: string,
    schema: v.GenericSchema<unknown, Message>,
    handle: (message: Message) => void,
  ) =>
    stream.addEventListener(name, ({ data }: MessageEvent<unknown>) => {
      listen();
      const message = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), data);
      if (message.success) handle(message.output);
      else end();
    });
  on("message", liveUpdateSchema, onUpdate);
  on("presence", livePresenceSchema, onPresence);
  stream.addEventListener("beat", listen);
  // The caller reconnects, after checking the server and the session.
  stream.addEventListener("error", end);
  listen();
  return { close, isSilent: () => Date.now() - heardAt > 1.2 * liveBeatMs };
}

/** Polls for an update. Throws `SignedOut` if the session is over. */
export async function pollUpdate(
  place: LivePlace,
  after: number | null,
): Promise<v.InferOutput<typeof polledUpdateSchema>> {
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
