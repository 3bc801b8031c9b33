import * as v from "valibot";

import { submissionBy } from "#domain/forms/submissions.ts";
import { type LiveEvent, type LiveNews, isBirth } from "#domain/live.ts";

/** How somebody wants to be told, in this browser, that a record has come in. */
export interface AlertSettings {
  readonly notifications: boolean;
  readonly sound: boolean;
}

export const alertsKey = "quadkea-desk-alerts";
const settingsSchema = v.object({ notifications: v.boolean(), sound: v.boolean() });
const off: AlertSettings = { notifications: false, sound: false };

export function readAlertSettings(): AlertSettings {
  const stored = v.safeParse(
    v.pipe(v.string(), v.parseJson(), settingsSchema),
    localStorage.getItem(alertsKey),
  );
  return stored.success ? stored.output : off;
}

export function keepAlertSettings(settings: AlertSettings): void {
  localStorage.setItem(alertsKey, JSON.stringify(settings));
}

/** Tells of what has come in, once for all tabs of the browser. Names its kind and reference, nobody and nothing else. */
export function alertTo({ events }: LiveNews, open: (reference: string) => void): void {
  const births = events.filter(isBirth);
  const settings = readAlertSettings();
  const newest = births.at(-1);
  if (newest === undefined) return;
  if (settings.sound) once(`sound ${newest.id}`, chime);
  if (settings.notifications && !document.hasFocus()) {
    once(`notification ${newest.id}`, () => notify(births, newest, open));
  }
}

function notify(births: readonly LiveEvent[], newest: LiveEvent, open: (reference: string) => void): void {
  if (!canNotify() || Notification.permission !== "granted") return;
  const title = births.length === 1 ? `New: ${titleOf(newest)}` : `${births.length} new records`;
  try {
    const notification = new Notification(title, { body: newest.reference, tag: newest.reference });
    notification.addEventListener("click", () => {
      window.focus();
      notification.close();
      open(newest.reference);
    });
  } catch {
    // Phones show notifications of service workers only.
  }
}

export function canNotify(): boolean {
  return "Notification" in window;
}

function titleOf({ table }: LiveEvent): string {
  return submissionBy("table", table)?.title.toLowerCase() ?? "record";
}

const othersHearWithinMs = 5000;

/** The tab that comes first does it: the others find the lock taken. */
function once(name: string, work: () => void): void {
  void navigator.locks.request(`quadkea ${name}`, { ifAvailable: true }, (lock) => {
    if (lock === null) return undefined;
    work();
    return new Promise((resolve) => setTimeout(resolve, othersHearWithinMs));
  });
}

const notes = [
  { at: 0, hertz: 660 },
  { at: 0.14, hertz: 880 },
];
const lengthSeconds = 0.4;

let audio: AudioContext | null = null;

/** Two short notes. Browsers allow sound only once somebody has clicked or typed in the page. */
export function chime(): void {
  if (!navigator.userActivation.hasBeenActive) return;
  audio ??= new AudioContext();
  for (const { at, hertz } of notes) play(audio, audio.currentTime + at, hertz);
}

function play(context: AudioContext, at: number, hertz: number): void {
  const tone = new OscillatorNode(context, { frequency: hertz });
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(0.15, at + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.001, at + lengthSeconds);
  tone.connect(volume).connect(context.destination);
  tone.start(at);
  tone.stop(at + lengthSeconds);
}
