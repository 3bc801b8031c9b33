import * as v from "valibot";

import { submissions } from "#domain/forms/submissions.ts";
import { isBirth, type LiveEvent, type LiveNews } from "#domain/live.ts";

import { chime } from "./chime.ts";

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
  return submissions.find((submission) => submission.table === table)?.title.toLowerCase() ?? "record";
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
