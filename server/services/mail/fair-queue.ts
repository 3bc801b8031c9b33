/**
 * A queue in which senders take turns: first in, first out for each sender, and one item of each sender per
 * round. One sender with many items delays another sender's first item by one item, not by all of them.
 */
export class FairQueue<Item> {
  readonly #items = new Map<string, Set<Item>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(sender: string, item: Item): void {
    const items = this.#items.get(sender) ?? new Set();
    this.#items.set(sender, items.add(item));
    this.#size += 1;
  }

  /** Does nothing if the item has left the queue already. */
  remove(sender: string, item: Item): void {
    const items = this.#items.get(sender);
    if (items === undefined || !items.delete(item)) return;
    if (items.size === 0) this.#items.delete(sender);
    this.#size -= 1;
  }

  /** Takes the next item; undefined if the queue is empty. */
  shift(): Item | undefined {
    for (const [sender, items] of this.#items) {
      for (const item of items) {
        this.remove(sender, item);
        this.#moveToEnd(sender);
        return item;
      }
    }
    return undefined;
  }

  #moveToEnd(sender: string): void {
    const items = this.#items.get(sender);
    if (items === undefined) return;
    this.#items.delete(sender);
    this.#items.set(sender, items);
  }
}
