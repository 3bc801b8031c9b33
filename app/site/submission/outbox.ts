import * as v from "valibot";

import { dayMs } from "#domain/durations.ts";
import { outboxDaysMax } from "#domain/retention.ts";
import { sendingFailures } from "#domain/sending-failure.ts";

import { hasOutbox, outboxKeyStart } from "./outbox-key.ts";

const failureSchema = v.picklist(sendingFailures);
const instantSchema = v.pipe(v.string(), v.isoTimestamp());
const common = { form: v.string(), at: instantSchema };

const waitingSchema = v.object({
  ...common,
  state: v.literal("waiting"),
  /** What was in the form, to bring it back. */
  typed: v.record(v.string(), v.string()),
  /** What is sent. A newer page could read the form in another way, and the key stands for exactly this. */
  payload: v.record(v.string(), v.union([v.string(), v.number()])),
  /** Whether a call left this device without a response: the server may have accepted it. */
  mayHaveArrived: v.boolean(),
  lastTry: v.object({ at: instantSchema, failure: failureSchema }),
  /** The server refused it: it is not sent again unless the visitor wants to. */
  problem: v.optional(
    v.object({
      message: v.string(),
      failure: failureSchema,
      field: v.optional(v.string()),
      requestId: v.optional(v.string()),
    }),
  ),
});

// Personal data has left: these only tell the visitor what became of it.
const sentSchema = v.object({
  ...common,
  state: v.literal("sent"),
  reference: v.string(),
  receivedAt: instantSchema,
});
const expiredSchema = v.object({
  ...common,
  state: v.literal("expired"),
  savedAt: instantSchema,
  mayHaveArrived: v.optional(v.boolean(), false),
});

const entrySchema = v.variant("state", [waitingSchema, sentSchema, expiredSchema]);

export type WaitingEntry = Keyed<v.InferOutput<typeof waitingSchema>>;
export type SentEntry = Keyed<v.InferOutput<typeof sentSchema>>;
export type ExpiredEntry = Keyed<v.InferOutput<typeof expiredSchema>>;
export type OutboxEntry = Keyed<v.InferOutput<typeof entrySchema>>;
/** `key`: the idempotency key, which is not part of the stored text. */
type Keyed<Entry> = Entry & { readonly key: string };

const listeners = new Set<() => void>();

/** Returns false if the browser cannot store it. */
export function putEntry({ key, ...entry }: OutboxEntry): boolean {
  const isStored = attempt(() => localStorage.setItem(outboxKeyStart + key, JSON.stringify(entry)));
  notify();
  return isStored;
}

export function removeEntry(key: string): void {
  attempt(() => localStorage.removeItem(outboxKeyStart + key));
  notify();
}

/** Calls back when this or another tab changes the outbox, or may have while the page was away. */
export function followOutbox(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener("storage", listener);
  addEventListener("pageshow", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", listener);
    removeEventListener("pageshow", listener);
  };
}

function notify(): void {
  for (const listener of listeners) listener();
}

/** Oldest first. */
export function readOutbox(): readonly OutboxEntry[] {
  const entries = storedTexts().flatMap(([key, text]) => parseEntry(key, text) ?? []);
  return entries.toSorted((one, other) => one.at.localeCompare(other.at));
}

/** The outbox as it is stored: equal texts are equal outboxes. */
export function outboxText(): string {
  return JSON.stringify(storedTexts());
}

function storedTexts(): readonly (readonly [key: string, text: string])[] {
  if (!hasOutbox()) return [];
  return Object.entries<string>(localStorage)
    .filter(([name]) => name.startsWith(outboxKeyStart))
    .map(([name, text]) => [name.slice(outboxKeyStart.length), text]);
}

export function waitingEntries(): readonly WaitingEntry[] {
  return readOutbox().filter((entry) => entry.state === "waiting");
}

function parseEntry(key: string, text: string): OutboxEntry | null {
  const entry = v.safeParse(v.pipe(v.string(), v.parseJson(), entrySchema), text);
  return entry.success ? { ...entry.output, key } : null;
}

const longestMs = outboxDaysMax * dayMs;
/** A phone that was empty starts at a date years ago: what seems to be this old was saved then. */
const wrongClockMs = 60 * dayMs;

/**
 * Removes what is too old, or cannot be read, and says so once if it had not been sent. What is from the future or
 * from long ago, because the clock of the phone was wrong, counts from now on.
 */
export function removeExpired(now = new Date()): void {
  for (const [key, text] of storedTexts()) {
    const entry = parseEntry(key, text);
    const age = now.getTime() - Date.parse(entry?.at ?? dateIn(text));
    if (entry === null) {
      if (!(age <= longestMs)) removeEntry(key); // A tab with a newer version of the page may still send it.
    } else if (age < 0 || age > wrongClockMs) putEntry({ ...entry, at: now.toISOString() });
    else if (age > longestMs) expire(entry, now);
  }
}

function dateIn(text: string): string {
  const dated = v.safeParse(v.pipe(v.string(), v.parseJson(), v.object({ at: instantSchema })), text);
  return dated.success ? dated.output.at : "";
}

function expire(entry: OutboxEntry, now: Date): void {
  if (entry.state !== "waiting") return removeEntry(entry.key);
  const { key, form, at: savedAt, mayHaveArrived } = entry;
  putEntry({ key, form, at: now.toISOString(), state: "expired", savedAt, mayHaveArrived });
}

/** Returns false if the browser forbids it. */
function attempt(work: () => void): boolean {
  try {
    work();
    return true;
  } catch (error) {
    console.warn("The outbox could not be stored", error);
    return false;
  }
}
