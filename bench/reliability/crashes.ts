import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import type { ProofServer } from "./proof-server.ts";
import { rowsOf } from "./stored-rows.ts";

const isNoted = (state: unknown) => state === "mailed" || state === "stored";

/** Kills the server again and again, and looks each time at what it leaves behind. */
export class Crashes {
  readonly #server: ProofServer;
  readonly #random: () => number;
  readonly #acknowledged: ReadonlySet<string>;
  /** How often a server died while it was sending this submission. */
  readonly cutOff = new Map<string, number>();
  /** Acknowledged submissions that were not on disk when their server died. */
  readonly forgotten = new Set<string>();
  kills = 0;
  #isOver = false;
  #killing: Promise<void> | null = null;

  constructor(server: ProofServer, random: () => number, acknowledged: ReadonlySet<string>) {
    this.#server = server;
    this.#random = random;
    this.#acknowledged = acknowledged;
  }

  begin(): void {
    this.#killing = this.#keepKilling();
  }

  /** Lets the last server end in peace, with its sends. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.#killing;
    await this.#server.stop("SIGTERM");
    this.#look();
  }

  async #keepKilling(): Promise<void> {
    while (!this.#isOver) {
      await delay(300 + this.#random() * 2700);
      await this.#server.stop("SIGKILL");
      this.kills += 1;
      this.#look();
      // Half of the servers adopt what is mailed at once, in a race with the visitors' own store calls.
      await this.#server.start({ ADOPT_AFTER_MINUTES: this.#random() < 0.5 ? "0" : "15" });
    }
  }

  #look(): void {
    const acknowledged = [...this.#acknowledged];
    const states = new Map(attemptsIn(this.#server.databaseFile));
    for (const [reference, state] of states) {
      if (state === "sending") this.cutOff.set(reference, (this.cutOff.get(reference) ?? 0) + 1);
    }
    for (const reference of acknowledged) if (!isNoted(states.get(reference))) this.forgotten.add(reference);
  }
}

/** References and states. Reads a copy: recovering the file is the next server's task. */
function attemptsIn(file: string): [reference: string, state: string][] {
  const folder = mkdtempSync(join(tmpdir(), "quadkea-crash-"));
  try {
    const copy = join(folder, "copy.db");
    copyFileSync(file, copy);
    if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${copy}-wal`);
    const [attempts = []] = rowsOf(copy, ["attempts"]);
    return attempts.map((row) => [String(row["ref_number"]), String(row["state"])]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
