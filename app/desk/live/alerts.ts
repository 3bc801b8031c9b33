import * as v from "valibot";

import { submissionBy } from "#domain/forms/submissions.ts";
import { isNewRecord, type LiveEvent, type LiveUpdate } from "#domain/live.ts";

const alertsKey = "quadkea-desk-alerts";
const settingsSchema = v.object({ notifications: v.boolean(), sound: v.boolean() });
export type AlertSettings = v.InferOutput<typeof settingsSchema>;
const off: AlertSettings = { notifications: false, sound: false };

export function readAlertSettings(): AlertSettings {
  const stored = v.safeParse(
    v.pipe(v.string(), v.parseJson(), settingsSchema),
    localStorage.getItem(alertsKey),
  );
  return stored.success ? stored.output : off;
}

export function saveAlertSettings(settings: AlertSettings): void {
  localStorage.setItem(alertsKey, JSON.stringify(settings));
}

/** Announces new records once for all tabs of this browser, by form and reference only: no personal data. */
export function announceNewRecords({ events }: LiveUpdate, open: (reference: string) => void): void {
  const inserted = events.filter(isNewRecord);
  const settings = readAlertSettings();
  const newest = inserted.at(-1);
  if (newest === undefined) return;
  if (settings.sound) inOneTab(`sound ${newest.id}`, chime);
  if (settings.notifications && !document.hasFocus()) {
    inOneTab(`notification ${newest.id}`, () => notify(inserted, newest, open));
  }
}

function notify(inserted: readonly LiveEvent[], newest: LiveEvent, open: (reference: string) => void): void {
  if (!canNotify() || Notification.permission !== "granted") return;
  const title = inserted.length === 1 ? `New: ${titleOf(newest)}` : `${inserted.length} new records`;
  try {
    const notification = new Notification(title, { body: newest.reference, tag: newest.reference });
    notification.addEventListener("click", () => {
      window.focus();
      notification.close();
      open(newest.reference);
    });
  } catch {
    // Phones only allow notifications from service workers.
  }
}

export function canNotify(): boolean {
  return "Notification" in window;
}

/** Returns what the record is, for a sentence: "quote request". */
export function titleOf({ table }: LiveEvent): string {
  return submissionBy("table", table)?.title.toLowerCase() ?? "record";
}

const lockHeldMs = 5000;

/** Runs `work` in the first tab that gets the lock; the other tabs find it taken. */
function inOneTab(name: string, work: () => void): void {
  void navigator.locks.request(`quadkea ${name}`, { ifAvailable: true }, (lock) => {
    if (lock === null) return undefined;
    work();
    return new Promise((resolve) => setTimeout(resolve, lockHeldMs));
  });
}

const notes = [
  { at: 0, hertz: 660 },
  { at: 0.14, hertz: 880 },
];
const lengthSeconds = 0.4;

/** Plays two short notes. Browsers allow sound only after a click or key press in the page. */
export function chime(): void {
  if (!navigator.userActivation.hasBeenActive) return;
  const audio = new AudioContext();
  const tones = notes.map(({ at, hertz }) => play(audio, audio.currentTime + at, hertz));
  tones.at(-1)?.addEventListener("ended", () => void audio.close());
}

function play(context: AudioContext, at: number, hertz: number): OscillatorNode {
  const tone = new OscillatorNode(context, { frequency: hertz });
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(0.15, at + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.001, at + lengthSeconds);
  tone.connect(volume).connect(context.destination);
  tone.start(at);
  tone.stop(at + lengthSeconds);
  return tone;
}
