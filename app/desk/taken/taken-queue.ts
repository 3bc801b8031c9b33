import { useSyncExternalStore } from "react";

import { sendTaken, type Taken, type TakenItem } from "#app/desk/api/send-taken.ts";
import { PhotoStore } from "#app/photos/photo-store.ts";
import { SendQueue } from "#app/photos/send-queue.ts";

import { nextToSend } from "./next-to-send.ts";

const reference = "yard";
const store = new PhotoStore<TakenItem>(reference);
const listeners = new Set<() => void>();
const takenListeners = new Set<(taken: Taken) => void>();

/** On its way into the store, by id. */
const arriving = new Map<string, TakenItem>();
let items: readonly TakenItem[] = [];
let queue: SendQueue<TakenItem> | undefined;

function show(stored: readonly TakenItem[]): void {
  const isArriving = ({ id }: TakenItem) => arriving.has(id);
  items = [...stored.filter((item) => !isArriving(item)), ...arriving.values()];
  for (const listener of listeners) listener();
}

const refresh = async () => show(await store.all());

/** Sends what waits on this phone, in whichever tab of the desk is open. */
export function startTakenQueue(): void {
  if (queue !== undefined || !isSecureContext) return;
  const tell = (taken: Taken) => takenListeners.forEach((listener) => listener(taken));
  const sending = new SendQueue<TakenItem>({
    reference,
    store,
    send: (item) => sendTaken(item, tell),
    next: (waiting) => nextToSend(waiting, [...arriving.values(), ...waiting]),
    onNews: () => void refresh(),
  });
  queue = sending;
  for (const event of ["online", "pageshow", "visibilitychange"])
    addEventListener(event, () => sending.wake());
  void refresh();
  void sending.run();
}

export function useTakenItems(): readonly TakenItem[] {
  return useSyncExternalStore(listen, () => items);
}

/** False if it would be lost with the page. */
export function isLasting({ id }: TakenItem): boolean {
  return !arriving.has(id) && !store.isInMemory(id);
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Listens to what the server takes, until the returned function is called. */
export function onTaken(listener: (taken: Taken) => void): () => void {
  takenListeners.add(listener);
  return () => takenListeners.delete(listener);
}

type Given<Item> = Item extends TakenItem ? Omit<Item, "reference" | "at" | "wasTried" | "problem"> : never;

/** Shows an item at once, keeps it on the phone, and sends it. */
export async function addTaken(given: Given<TakenItem>): Promise<void> {
  const at = Math.max(Date.now(), ...items.map((one) => one.at + 1)); // The order holds if the clock is set back.
  const item = { ...given, reference, at, wasTried: false, problem: null } as TakenItem;
  await keep(item);
  void (navigator as Partial<Navigator>).storage?.persist();
}

async function keep(item: TakenItem): Promise<void> {
  arriving.set(item.id, item);
  show(items.filter(({ id }) => id !== item.id));
  await store.keep(item);
  arriving.delete(item.id);
  await refresh();
  queue?.wake();
}

/** Sends again what was refused. */
export function sendAgain(item: TakenItem): Promise<void> {
  return keep({ ...item, problem: null });
}

/** Forgets what was refused; with a part, what waits for it. */
export async function dropTaken(item: TakenItem): Promise<void> {
  const isWithIt = (one: TakenItem) => one.id === item.id || (item.kind === "part" && one.part === item.part);
  for (const { id } of (await store.all()).filter(isWithIt)) await store.remove(id);
  await refresh();
}
