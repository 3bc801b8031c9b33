export interface Slot {
  /** A link or the mails; null for staff. */
  readonly link: string | null;
  /** A form holds its place while it still comes in, which may take long. */
  readonly isForm?: boolean;
}

const placesMost = 20;
const placesOfForms = 10;
const placesOfLink = 2;

/** Runs one picture at a time: staff's first, then those of links in turn, so that no link waits for another's second. */
export class PictureQueue {
  readonly #places = new Set<Slot>();
  /** The next links first. */
  readonly #lines = new Map<string | null, (() => void)[]>();
  /** Undefined if nothing is being done. */
  #current: string | null | undefined;
  #last: string | null = null;

  /** Returns whether a link may wait with another picture, until it leaves or its turn begins. Staff always may. */
  enter(place: Slot): boolean {
    const { link, isForm = false } = place;
    if (link === null) return true;
    const waiting = [...this.#places];
    const ofLink = waiting.filter((one) => one.link === link).length;
    const ofForms = waiting.filter((one) => one.isForm === true).length;
    if (waiting.length >= placesMost || ofLink >= placesOfLink) return false;
    if (isForm && ofForms >= placesOfForms) return false;
    this.#places.add(place);
    return true;
  }

  leave(place: Slot): void {
    this.#places.delete(place);
  }

  async inTurn<Result>(place: Slot, work: () => Promise<Result>): Promise<Result> {
    const { link } = place;
    await new Promise<void>((resolve) => {
      const line = this.#lines.get(link);
      if (line === undefined) this.#lines.set(link, [resolve]);
      else line.push(resolve);
      this.#startNext();
    });
    this.leave(place);
    try {
      return await work();
    } finally {
      this.#current = undefined;
      this.#startNext();
    }
  }

  #startNext(): void {
    if (this.#current !== undefined) return;
    const link = this.#nextLink();
    const [start, ...rest] = this.#lines.get(link) ?? [];
    if (start === undefined) return;
    this.#lines.delete(link);
    if (rest.length > 0) this.#lines.set(link, rest); // At the end.
    this.#current = link;
    this.#last = link ?? this.#last;
    start();
  }

  #nextLink(): string | null {
    if (this.#lines.has(null)) return null;
    const links = [...this.#lines.keys()];
    return links.find((link) => link !== this.#last) ?? links[0] ?? null;
  }
}
