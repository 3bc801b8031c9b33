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

/** Which tab of which browser this is, and which record is open in it. */
export interface LivePlace {
  readonly tab: string;
  readonly reference: string | null;
}

export interface LiveListener {
  readonly onNews: (news: LiveNews) => void;
  readonly onPresence: (presence: LivePresence) => void;
  /** The stream is over: it could not be opened, broke off or has gone silent. */
  readonly onEnd: () => void;
}

/** Silence for longer than this means that nobody is there any more, even if the connection seems open. */
const silenceAtMostMs = 2.5 * liveBeatMs;

export interface LiveStream {
  /** No sign of life when there should have been one, as after a laptop's sleep. */
  isSilent(): boolean;
  close(): void;
}

/** Listens to what happens, after an event where one is known. */
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
  // Connecting again is up to the caller, who sees first whether the server and the session are there.
  stream.addEventListener("error", end);
  listen();
  return { close, isSilent: () => Date.now() - heardAt > 1.2 * liveBeatMs };
}

/** Asks what has happened. Throws `SignedOut` where the session is over, anything else where it is not known. */
export async function askForNews(
  place: LivePlace,
  after: number | null,
): Promise<v.InferOutput<typeof polledNewsSchema>> {
  const signal = AbortSignal.timeout(liveBeatMs);
  const answer = await fetchWithSession(`${deskEndpoints.liveNews}?${queryOf(place, after)}`, { signal });
  if (answer.status === 401) throw new SignedOut();
  if (!answer.ok) throw new Error(`The news call answered ${answer.status}`);
  return v.parse(polledNewsSchema, await answer.json());
}

/** Says which record is open. Nothing depends on it: who cannot be told hears it with the next stream. */
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
