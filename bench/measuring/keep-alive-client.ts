import { connect, type Socket } from "node:net";

export interface Answer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

type Headers = Readonly<Record<string, string>>;

/**
 * One visitor's connection: a request at a time, answers framed by Content-Length. Node's own client
 * would cost more than the server under test.
 */
export class KeepAliveClient {
  readonly #socket: Socket;
  readonly #host: string;
  #received = "";
  #waiting: { resolve(answer: Answer): void; reject(error: Error): void } | null = null;

  constructor(port: number) {
    this.#host = `127.0.0.1:${port}`;
    this.#socket = connect(port, "127.0.0.1").setNoDelay(true).setEncoding("latin1");
    this.#socket.on("data", (text: string) => this.#receive(text));
    this.#socket.on("error", (error) => this.#waiting?.reject(error));
    this.#socket.on("close", () => this.#waiting?.reject(new Error("The server closed the connection")));
  }

  post(path: string, body: unknown, headers: Headers = {}): Promise<Answer> {
    return this.#send("POST", path, body, headers);
  }

  patch(path: string, body: unknown, headers: Headers = {}): Promise<Answer> {
    return this.#send("PATCH", path, body, headers);
  }

  #send(method: string, path: string, body: unknown, headers: Headers): Promise<Answer> {
    const text = JSON.stringify(body);
    const framing = { "content-type": "application/json", "content-length": String(Buffer.byteLength(text)) };
    return this.#ask(method, path, { ...headers, ...framing }, text);
  }

  get(path: string, headers: Headers = {}): Promise<Answer> {
    return this.#ask("GET", path, headers, "");
  }

  #ask(method: string, path: string, headers: Headers, text: string): Promise<Answer> {
    const lines = Object.entries({ host: this.#host, ...headers }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    this.#socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${text}`);
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
    });
  }

  close(): void {
    this.#waiting = null;
    this.#socket.destroy();
  }

  #receive(text: string): void {
    this.#received += text;
    const end = this.#received.indexOf("\r\n\r\n");
    if (end === -1) return;
    const head = this.#received.slice(0, end);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (this.#received.length < end + 4 + length) return;
    const body = this.#received.slice(end + 4);
    this.#received = "";
    this.#waiting?.resolve({ status: Number(head.slice(9, 12)), head, body });
  }
}
