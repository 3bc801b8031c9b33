import * as v from "valibot";

import { deskEndpoints } from "#domain/desk-wire.ts";
import {
  liveBeatMs,
  type LiveNews,
  liveNewsSchema,
  type LivePresence,
  livePresenceSchema,
  polledNewsSchema,
} from "#domain/live.ts";

import { fetchWithSession, SignedOut } from "./session.ts";

/** A tab and the record that is open in it. */
export interface LivePlace {
  readonly tab: string;
  readonly reference: string | null;
}

export interface LiveListener {
  readonly onNews: (news: LiveNews) => void;
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

/** Streams live news that follow the event `after`. */
export function openLiveStream(
  place: LivePlace,
  after: number | null,
  { onNews, onPresence, onEnd }: LiveListener,
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
  const hear = <Told>(name: string, schema: v.GenericSchema<unknown, Told>, tell: (told: Told) => void) =>
    stream.addEventListener(name, ({ data }: MessageEvent<unknown>) => {
      listen();
      const told = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), data);
      if (told.success) tell(told.output);
      else end();
    });
  hear("message", liveNewsSchema, onNews);
  hear("presence", livePresenceSchema, onPresence);
  stream.addEventListener("beat", listen);
  // The caller reconnects, after checking the server and the session.
  stream.addEventListener("error", end);
  listen();
  return { close, isSilent: () => Date.now() - heardAt > 1.2 * liveBeatMs };
}

/** Polls for news. Throws `SignedOut` if the session is over. */
export async function askForNews(
  place: LivePlace,
  after: number | null,
): Promise<v.InferOutput<typeof polledNewsSchema>> {
  const signal = AbortSignal.timeout(liveBeatMs);
  const response = await fetchWithSession(`${deskEndpoints.liveNews}?${queryOf(place, after)}`, { signal });
  if (response.status === 401) throw new SignedOut();
  if (!response.ok) throw new Error(`The news call returned ${response.status}`);
  return v.parse(polledNewsSchema, await response.json());
}

/** Tells the server which record is open. Failures do not matter: the next stream tells it as well. */
export async function tellPlace(place: LivePlace): Promise<void> {
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
