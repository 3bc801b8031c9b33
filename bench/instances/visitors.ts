import { setTimeout as delay } from "node:timers/promises";

import { endpoints } from "#domain/wire.ts";
import { mailBody, storeBody } from "#tests/quote-example.ts";

import { exampleFields } from "../submissions/example-fields.ts";
import { anonKey } from "./instance.ts";
import { instanceHeader } from "./proxy.ts";

/** What a visitor's call was answered; status 0: nothing. */
export interface Answer {
  readonly status: number;
  /** Addresses of the instances that were asked, if a proxy says so. */
  readonly instances: readonly string[];
  readonly askedAt: number;
  readonly answeredAt: number;
}

const clients = 32;
const answerDeadlineMs = 30_000;
const pauseMs = 300;

/** Visitors who each send one quote request; a refused visitor presses again when the refusal says so. */
export class Visitors {
  readonly answers: Answer[] = [];
  /** References that visitors were given, by visitor. */
  readonly acknowledged = new Map<number, string>();
  /** Visitors whose second call was answered as well. */
  readonly finished = new Set<number>();
  readonly #origin: string;
  #refused: number[] = [];
  #count = 0;
  #isOpen = true;

  constructor(origin: string) {
    this.#origin = origin;
  }

  get count(): number {
    return this.#count;
  }

  /** 32 at a time, until `close`. */
  async keepComing(): Promise<void> {
    await this.#inParallel(async () => {
      while (this.#isOpen) {
        this.#count += 1;
        if (!(await this.#submit(this.#count))) await delay(pauseMs);
      }
    });
  }

  close(): void {
    this.#isOpen = false;
  }

  /** All who were refused so far, each once. Answers how many are refused again. */
  async pressAgain(): Promise<number> {
    const waiting = this.#refused;
    this.#refused = [];
    let refused = 0;
    await this.#inParallel(async () => {
      for (let visitor = waiting.pop(); visitor !== undefined; visitor = waiting.pop())
        if (!(await this.#submit(visitor))) refused += 1;
    });
    return refused;
  }

  async #inParallel(work: () => Promise<void>): Promise<void> {
    await Promise.all(Array.from({ length: clients }, work));
  }

  /** Both calls, as the page makes them. */
  async #submit(visitor: number): Promise<boolean> {
    const fields = exampleFields(visitor);
    const mailed = await this.#ask(endpoints.sendMail, mailBody(fields));
    const reference = /"ref_number":"([^"]+)"/.exec(mailed.text)?.[1];
    if (reference !== undefined) this.acknowledged.set(visitor, reference);
    const isStored = reference !== undefined && (await this.#store(storeBody(reference, fields)));
    if (isStored) this.finished.add(visitor);
    else this.#refused.push(visitor);
    return isStored;
  }

  async #store(body: object): Promise<boolean> {
    return (await this.#ask(`${endpoints.records}/quote_requests`, body)).status === 201;
  }

  async #ask(path: string, body: object): Promise<{ status: number; text: string }> {
    const askedAt = Date.now();
    try {
      const answer = await fetch(this.#origin + path, {
        method: "POST",
        headers: { "content-type": "application/json", apikey: anonKey },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(answerDeadlineMs),
      });
      const instances = (answer.headers.get(instanceHeader) ?? "").split(", ");
      const text = await answer.text();
      this.answers.push({ status: answer.status, instances, askedAt, answeredAt: Date.now() });
      return { status: answer.status, text };
    } catch {
      this.answers.push({ status: 0, instances: [], askedAt, answeredAt: Date.now() });
      return { status: 0, text: "" };
    }
  }
}
