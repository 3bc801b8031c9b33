import { shrinkPhoto } from "#app/shared/photos/shrink-photo.ts";
import { photoBytesMost } from "#domain/deals/photos.ts";

import { sendingTo } from "./api/send-photo.ts";
import { addCard, cardOf, mark, offerRemoval, photosIn, refuse, say, showPicture } from "./photo-cards.ts";
import { countDown, markNext, replaceForms, showTotal, unmarkWanted } from "./photo-page.ts";
import { PhotoStore } from "./photo-store.ts";
import { type PhotoNews, SendQueue } from "./send-queue.ts";

// Takes the forms of the photo page over: each photo is kept on the phone until the server has all of it.

const page = document.querySelector<HTMLElement>("#photos");
const reference = page?.dataset["reference"] ?? "";
const hadWanted = page?.querySelector("[data-wanted]") !== null;
const uploads = `${location.pathname}/uploads`;
// Some browsers and private windows lack these.
const { storage, serviceWorker } = navigator as Partial<Navigator>;
const tooLarge =
  "This photo is larger than 12 MB, and this browser cannot make it smaller. Take it again with the camera’s normal setting.";

const store = new PhotoStore(reference);
const queue = new SendQueue({
  reference,
  store,
  send: sendingTo(uploads),
  onNews: (news) => void show(news),
});

// Over plain HTTP, browsers keep the parts that this needs: the forms work as they are.
if (page !== null && isSecureContext) void start(page);

async function start(photoPage: HTMLElement): Promise<void> {
  for (const section of photoPage.querySelectorAll<HTMLElement>("section[data-shot]"))
    replaceForms(section, (files) => void take(files, section.dataset["shot"] ?? ""));
  for (const { id, problem, wasTried } of await store.all()) {
    if (!wasTried) countDown(); // The server counts the others.
    await show({ id, state: problem === null ? "kept" : "problem" });
  }
  for (const event of ["online", "pageshow", "visibilitychange"]) addEventListener(event, () => queue.wake());
  addEventListener("beforeunload", (event) => {
    if (!isLasting()) event.preventDefault();
  });
  void openWithoutSignal();
  await queue.run();
}

/** Says "saved" only once a photo is. */
async function take(files: readonly File[], shot: string): Promise<void> {
  for (const file of files) {
    const id = crypto.randomUUID();
    addCard(id, shot);
    const photo = await shrinkPhoto(file);
    const bytes = await photo.arrayBuffer().catch(() => new ArrayBuffer()); // A photo in a cloud may be unreadable.
    const problem = bytes.byteLength > photoBytesMost ? tooLarge : null;
    await store.keep({ id, reference, shot, bytes, at: Date.now(), wasTried: false, problem });
    countDown();
    queue.tell({ id, state: problem === null ? "kept" : "problem" });
    queue.wake();
  }
  void storage?.persist(); // Some browsers ask the person first.
}

async function remove(id: string): Promise<void> {
  await store.remove(id);
  queue.tell({ id, state: "removed" });
}

function takeAgain(id: string): void {
  const section = sectionOf(id);
  void remove(id);
  section?.querySelector<HTMLInputElement>("[type=file]")?.click();
}

async function show({ id, state, percent = 0 }: PhotoNews): Promise<void> {
  const isNew = cardOf(id) === null || state === "kept" || state === "problem";
  const photo = isNew ? await store.find(id) : undefined;
  if (photo !== undefined) showPicture(photo);
  mark(id, state);
  if (state === "problem")
    refuse(id, photo?.problem ?? "", { remove: () => void remove(id), again: () => takeAgain(id) });
  else if (state !== "removed")
    say(id, { kept: keptWords(id), sending: `Sending: ${percent} %`, received: "Received" }[state]);
  if (state === "received") {
    offerRemoval(id);
    unmarkWanted(sectionOf(id));
  }
  markNext();
  showTotal(isLasting(), hadWanted && document.querySelector("[data-wanted]") === null);
}

const sectionOf = (id: string) => cardOf(id)?.closest("section") ?? null;

function keptWords(id: string): string {
  return store.isInMemory(id) ? "Keep this page open until it is sent" : "Saved on this phone";
}

/** False if a photo would be lost with the page. */
function isLasting(): boolean {
  return !photosIn("kept", "sending").some((id) => store.isInMemory(id));
}

async function openWithoutSignal(): Promise<void> {
  const worker = `/photo-worker.js?script=${encodeURIComponent(new URL(import.meta.url).pathname)}`;
  await serviceWorker?.register(worker, { scope: location.pathname }).catch(() => null);
}
