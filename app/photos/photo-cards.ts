import type { KeptPhoto } from "./photo-store.ts";

interface Choices {
  readonly remove: (id: string) => void;
  readonly again: (id: string) => void;
}

/** The photos of this phone, each in the section of its shot. */
export class PhotoCards {
  readonly #choices: Choices;
  readonly #cards = new Map<string, HTMLElement>();

  constructor(choices: Choices) {
    this.#choices = choices;
  }

  has(id: string): boolean {
    return this.#cards.has(id);
  }

  add(id: string, shot: string): void {
    const card = document.createElement("li");
    const words = Object.assign(document.createElement("span"), { textContent: "One moment" });
    const picture = Object.assign(document.createElement("img"), { alt: "" });
    picture.addEventListener("error", () => (picture.hidden = true)); // A kind that this browser does not show.
    card.append(picture, words);
    this.#cards.set(id, card);
    sectionFor(shot)?.querySelector(".sent")?.append(card);
  }

  /** With its picture, which may have been added by another tab. */
  show({ id, shot, blob }: Pick<KeptPhoto, "id" | "shot" | "blob">): void {
    if (!this.has(id)) this.add(id, shot);
    const picture = this.#cards.get(id)?.querySelector("img");
    if (picture?.src === "") picture.src = URL.createObjectURL(blob);
  }

  say(id: string, words: string): void {
    const text = this.#cards.get(id)?.querySelector("span");
    if (text && text.textContent !== words) text.textContent = words;
  }

  /** Says why it was not taken, and lets the person decide what becomes of it. */
  refuse(id: string, problem: string): void {
    const card = this.#cards.get(id);
    const alert = document.createElement("div");
    alert.className = "alert";
    alert.setAttribute("role", "alert");
    const words = Object.assign(document.createElement("p"), { textContent: problem });
    const remove = button("Remove", () => this.#choices.remove(id));
    alert.append(
      words,
      remove,
      button("Take it again", () => this.#choices.again(id)),
    );
    card?.querySelector("span, .alert")?.replaceWith(alert);
  }

  remove(id: string): void {
    const card = this.#cards.get(id);
    URL.revokeObjectURL(card?.querySelector("img")?.src ?? "");
    card?.remove();
    this.#cards.delete(id);
  }

  sectionOf(id: string): HTMLElement | null {
    return this.#cards.get(id)?.closest("section") ?? null;
  }
}

/** A shot that this page does not ask for is "another photo". */
function sectionFor(shot: string): Element | null {
  const find = (name: string) => document.querySelector(`section[data-shot="${name}"]`);
  return find(shot) ?? find("");
}

function button(label: string, press: () => void): HTMLButtonElement {
  const made = Object.assign(document.createElement("button"), { type: "button", textContent: label });
  made.addEventListener("click", press);
  return made;
}
