import { photosPath } from "#domain/deals/photos.ts";

import { sendingTo } from "./api/send-photo.ts";
import { PhotoStore } from "./photo-store.ts";
import { type PhotoNews, SendQueue } from "./send-queue.ts";

// Runs on the other pages of a deal: sends the photos that its photo page has kept on this phone.

const [, my = "", reference = "", key = ""] = location.pathname.split("/");
const photoPage = `/${my}/${reference}/${key}${photosPath}`;
const store = new PhotoStore(reference);
let isSending = false;

if (isSecureContext) addEventListener("pageshow", () => void sendOn());

/** Runs again when somebody comes back to a page that the browser has kept. On most phones nothing waits. */
async function sendOn(): Promise<void> {
  if (isSending || (await store.all()).length === 0) return;
  isSending = true;
  const onNews = ({ state }: PhotoNews) => void (state === "sending" || show());
  const queue = new SendQueue({ reference, store, send: sendingTo(`${photoPage}/uploads`), onNews });
  for (const event of ["online", "pageshow", "visibilitychange"]) addEventListener(event, () => queue.wake());
  await show();
  await queue.run();
}

async function show(): Promise<void> {
  const photos = await store.all();
  const waiting = photos.filter(({ problem }) => problem === null).length;
  const words = wordsOf(waiting, photos.length - waiting);
  const line = document.querySelector("#waiting") ?? addLine();
  const link = Object.assign(document.createElement("a"), { href: photoPage, textContent: "Your photos" });
  if (!line.textContent.startsWith(words)) line.replaceChildren(`${words} `, link);
}

function wordsOf(waiting: number, refused: number): string {
  if (waiting === 1) return "1 photo is still on this phone. It is sent while this page is open.";
  if (waiting > 1) return `${waiting} photos are still on this phone. They are sent while this page is open.`;
  if (refused > 0) return refused === 1 ? "1 photo was not taken." : `${refused} photos were not taken.`;
  return "All photos have arrived. Thank you.";
}

/** Adds a line below the heading. Screen readers say it when it changes. */
function addLine(): HTMLElement {
  const notice = Object.assign(document.createElement("div"), { className: "column body notice noprint" });
  const line = Object.assign(document.createElement("p"), {
    id: "waiting",
    className: "note",
    role: "status",
  });
  notice.append(line);
  const heading = document.querySelector(".deep");
  if (heading === null) document.querySelector("main")?.prepend(notice);
  else heading.after(notice);
  return line;
}
