import type { KeptPhoto } from "./photo-store.ts";

export type PhotoState = "kept" | "sending" | "received" | "problem" | "removed";

export const cardOf = (id: string) => document.querySelector<HTMLElement>(`#photo-${id}`);

/** Adds the card to the section of its shot, or to "another photo" if this page does not ask for that shot. */
export function addCard(id: string, shot: string): HTMLElement {
  const card = Object.assign(document.createElement("li"), { id: `photo-${id}` });
  const words = Object.assign(document.createElement("span"), { textContent: "One moment" });
  const picture = Object.assign(document.createElement("img"), { alt: "" });
  picture.addEventListener("error", () => (picture.hidden = true)); // This browser cannot show that kind.
  card.append(picture, words);
  const listOf = (name: string) => document.querySelector(`section[data-shot="${name}"] .sent`);
  (listOf(shot) ?? listOf(""))?.append(card);
  return card;
}

/** Adds the card as well if another tab has added the photo. */
export function showPicture({ id, shot, bytes }: KeptPhoto): void {
  const picture = (cardOf(id) ?? addCard(id, shot)).querySelector("img");
  if (picture?.src === "") picture.src = URL.createObjectURL(new Blob([bytes]));
}

export function say(id: string, words: string): void {
  cardOf(id)?.querySelector("span")?.replaceChildren(words);
}

interface RefusalActions {
  readonly remove: () => void;
  readonly again: () => void;
}

/** Says why a photo was refused, with buttons to remove it or to take it again. */
export function refuse(id: string, problem: string, { remove, again }: RefusalActions): void {
  const alert = Object.assign(document.createElement("div"), { className: "alert", role: "alert" });
  const words = Object.assign(document.createElement("p"), { textContent: problem });
  alert.append(words, button("Remove", remove), button("Take it again", again));
  cardOf(id)?.querySelector("span, .alert")?.replaceWith(alert);
}

function button(label: string, press: () => void): HTMLButtonElement {
  const made = Object.assign(document.createElement("button"), { type: "button", textContent: label });
  made.addEventListener("click", press);
  return made;
}

/** Adds the page's form that takes a received photo out again. */
export function offerRemoval(id: string): void {
  const form = document.querySelector<HTMLTemplateElement>("#removal")?.content.cloneNode(true);
  if (!(form instanceof DocumentFragment) || cardOf(id)?.querySelector("form") !== null) return;
  form.querySelector<HTMLInputElement>("[name=id]")?.setAttribute("value", id);
  cardOf(id)?.append(form);
}

export function mark(id: string, state: PhotoState): void {
  if (state === "removed") cardOf(id)?.remove();
  else cardOf(id)?.setAttribute("data-state", state);
}

/** The ids of the photos of this phone that are in one of these states. */
export function photosIn(...states: readonly PhotoState[]): string[] {
  const cards = states.flatMap((state) => [...document.querySelectorAll(`li[data-state="${state}"]`)]);
  return cards.map(({ id }) => id.replace("photo-", ""));
}
