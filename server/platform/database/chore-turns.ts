/** Keeps chores of one name from running at the same time within this process. */
export class ChoreTurns {
  readonly #underWay = new Set<string>();

  async alone(name: string, chore: () => Promise<void>): Promise<void> {
    if (this.#underWay.has(name)) return;
    this.#underWay.add(name);
    try {
      await chore();
    } finally {
      this.#underWay.delete(name);
    }
  }
}
