import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket, connect } from "node:net";

import { chance } from "#scripts/demo/chance.ts";

const bytesPerMs = 50_000 / 8 / 1000; // 50 kbit/s each way.
const delayMs = 200; // Each way.
const loss = 0.2;
const longestBeginning = 30_000;

/** One bar of signal: slow, late, and one in five requests is cut at a random byte, or its answer is lost. */
export class BadLine {
  readonly #server: Server;
  readonly #random: () => number;
  readonly #sockets = new Set<Socket>();
  cuts = 0;

  private constructor(to: number, seed: number) {
    this.#random = chance(seed);
    this.#server = createServer((phone) => this.#carry(phone, connect(to, "127.0.0.1")));
  }

  /** Resolves with a line to that port. */
  static async open(to: number, seed: number): Promise<BadLine> {
    const line = new BadLine(to, seed);
    line.#server.listen(0, "127.0.0.1");
    await once(line.#server, "listening");
    return line;
  }

  get origin(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #carry(phone: Socket, server: Socket): void {
    let isAnswered = true;
    let left = Infinity; // Bytes until the cut.
    const cut = () => {
      if (left !== Infinity) this.cuts += 1;
      left = Infinity;
      for (const socket of [phone, server]) socket.resetAndDestroy();
    };
    for (const socket of [phone, server]) {
      this.#sockets.add(socket);
      socket
        .on("error", () => {})
        .on("close", () => {
          this.#sockets.delete(socket);
          phone.destroy();
          server.destroy();
        });
    }
    slowly(phone, server, (bytes) => {
      if (isAnswered && this.#random() < loss) left = Math.floor(this.#random() * longestBeginning);
      isAnswered = false;
      left -= bytes;
      if (left <= 0) cut();
    });
    slowly(server, phone, () => {
      isAnswered = true;
      if (left !== Infinity) cut();
    });
  }
}

/** `onChunk` sees what is about to be handed on. */
function slowly(from: Socket, to: Socket, onChunk: (bytes: number) => void): void {
  let free = 0;
  let waiting = 0;
  from.on("data", (chunk: Buffer) => {
    const now = Date.now();
    free = Math.max(now, free) + chunk.length / bytesPerMs;
    waiting += chunk.length;
    if (waiting > 16_384) from.pause();
    setTimeout(
      () => {
        waiting -= chunk.length;
        if (waiting <= 16_384) from.resume();
        onChunk(chunk.length);
        if (to.writable) to.write(chunk);
      },
      free + delayMs - now,
    );
  });
}
