import { setTimeout as delay } from "node:timers/promises";

import { minuteMs } from "#domain/durations.ts";
import { type Database, DatabaseUnavailable, type Query } from "#server/platform/database/database.ts";
import type { OutboxRow } from "#server/platform/database/tables.ts";
import type { Log } from "#server/platform/observability/log.ts";
import type { Keys } from "#server/platform/secrets/keyed-hash.ts";

import { type MailSender, openSource, type SendResult } from "./mail.ts";
import { claimMails, dueMails, isWaiting, type MailOutcome, nameOf, settleMail } from "./outbox-table.ts";
import { type ReportedDelivery, noteReport } from "./reported-mail.ts";

/** Called in the transaction that changes the state of a mail of one kind, after its row is changed. */
export type MailWatcher = (tx: Query, mail: OutboxRow, outcome: MailOutcome) => Promise<void>;

export interface OutboxContext {
  readonly database: Database;
  readonly mailer: MailSender;
  readonly linkKeys: Keys;
  readonly log: Log;
  readonly now: () => Date;
  /** Mails on their way at once; at least one. */
  readonly atMost: number;
  readonly watchers: Readonly<Record<string, MailWatcher>>;
}

/** After the try before it. Then the mail has failed. */
const retryAfterMs = [1, 5, 15, 60].map((minutes) => minutes * minuteMs);
const sendDeadlineMs = 30_000;
/** No send takes this long: a mail that is still `sending` belongs to a process that died. */
const lostAfterMs = 60_000;
const busyPauseMs = 5000;
const storePauseMs = 500;
const closingMs = 3000;

/**
 * Sends mails to customers, each at most once without a person's press (deals.md 1.6). A mail is `sending` on
 * disk before it leaves; one whose outcome is not known is left alone.
 */
export class Outbox {
  readonly #context: OutboxContext;
  readonly #onTheirWay = new Set<Promise<void>>();
  #work: Promise<void> | null = null;
  #hasNews = false;
  #wake = (): void => undefined;
  #claimsUntil = Infinity;

  constructor(context: OutboxContext) {
    this.#context = context;
  }

  /** Sends what is due, a few at a time. Resolves once everything has an outcome. Safe to call at any time. */
  async sendDue(): Promise<void> {
    this.#lookAgain();
    this.#work ??= this.#sendAll().finally(() => (this.#work = null));
    await this.#work;
  }

  /** A process that starts alone with the database passes null for `now`, because no other can be sending. */
  async forgetLostSends(now: Date | null): Promise<void> {
    const { reader } = this.#context.database;
    const waiting = reader.selectFrom("outbox").selectAll().where(isWaiting);
    for (const mail of await waiting.where("state", "=", "sending").execute()) {
      if (now === null || isLost(mail, now)) await this.#giveUp(mail);
    }
  }

  /** Call it with the deal locked. Returns the mail; null if the report changes nothing: it came late or twice, or was about a mail to staff. */
  async noteReport(tx: Query, key: string, delivery: ReportedDelivery): Promise<OutboxRow | null> {
    const mail = await noteReport(tx, key, delivery);
    if (mail === undefined) return null;
    const { state, error_class: errorClass } = mail;
    if (state === "bounced")
      await this.#context.watchers[mail.kind]?.(tx, mail, { state, errorClass, at: delivery.at });
    return mail;
  }

  /** Resolves once nothing is on its way. */
  async settled(): Promise<void> {
    await this.#work;
  }

  /** Sends for a few more seconds. What is left stays queued. */
  async close(): Promise<void> {
    this.#claimsUntil = performance.now() + closingMs;
    await this.settled();
  }

  /** There may be more to send: after a call, and after each mail that has made room. */
  #lookAgain(): void {
    this.#hasNews = true;
    this.#wake();
  }

  async #sendAll(): Promise<void> {
    while (this.#hasNews || this.#onTheirWay.size > 0) {
      this.#hasNews = false;
      const news = Promise.withResolvers<void>();
      this.#wake = news.resolve;
      for (const mail of await this.#claim()) this.#follow(this.#send(mail));
      if (this.#onTheirWay.size > 0) await news.promise;
    }
  }

  #follow(send: Promise<void>): void {
    const followed = send
      .catch((error: unknown) => this.#note(error))
      .finally(() => {
        this.#onTheirWay.delete(followed);
        this.#lookAgain();
      });
    this.#onTheirWay.add(followed);
  }

  #note(error: unknown): void {
    if (!(error instanceof DatabaseUnavailable)) this.#context.log.error({ err: error }, "outbox failed");
  }

  /** Claims as many mails as there is room for, in one transaction. */
  async #claim(): Promise<OutboxRow[]> {
    const { database, now, atMost } = this.#context;
    // Waits one turn of the event loop, so that mails that end together make room together.
    await new Promise(setImmediate);
    const room = performance.now() < this.#claimsUntil ? atMost - this.#onTheirWay.size : 0;
    if (room <= 0) return [];
    try {
      const keys = await dueMails(database.reader, now(), room);
      return keys.length === 0
        ? []
        : await database.write((tx) => claimMails(tx, database.engine, keys, now()));
    } catch (error) {
      this.#note(error);
      return [];
    }
  }

  async #send(mail: OutboxRow): Promise<void> {
    const { mailer, log, linkKeys, now } = this.#context;
    const { key, ref_number: reference, envelope_from: from, envelope_to: to, source: sealed } = mail;
    if (from === null || to === null || sealed === null) return;
    const source = openSource(linkKeys, key, sealed);
    // The link in it is dead.
    if (source === null) return this.#settle(mail, { state: "failed", errorClass: "renewed", at: now() });
    // In the mail folder, erasures find a mail by the reference in its name.
    const name = key.includes(reference) ? nameOf(key) : `${nameOf(key)}-${reference}`;
    const message = { name, envelope: { from, to }, source };
    const options = { isForVisitor: true, sender: to, withinMs: sendDeadlineMs };
    const result = await mailer.send(message, options);
    const outcome = outcomeOf(result, mail, now());
    await this.#settle(mail, outcome);
    const facts = { mail: key, state: outcome.state, errorClass: outcome.errorClass };
    if (outcome.state !== "sent") log.info(facts, "customer mail not sent");
  }

  async #giveUp(mail: OutboxRow): Promise<void> {
    const at = this.#context.now();
    await this.#settle(mail, { state: "unknown", errorClass: "server stopped", at });
  }

  /** Retries until the mail server's verdict is on disk, however long that takes. */
  async #settle(mail: OutboxRow, outcome: MailOutcome): Promise<void> {
    const { database, watchers } = this.#context;
    const store = async (tx: Query) => {
      await database.lock(tx, `deal ${mail.ref_number}`); // Before the mail, as all others.
      if (await settleMail(tx, mail, outcome)) await watchers[mail.kind]?.(tx, mail, outcome);
    };
    for (;;) {
      try {
        return await database.write(store);
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable) || performance.now() > this.#claimsUntil) throw error;
        await delay(storePauseMs);
      }
    }
  }
}

/** An instant from the future is from before the clock was set back. */
function isLost({ changed_at: changedAt }: OutboxRow, now: Date): boolean {
  return Math.abs(now.getTime() - Date.parse(changedAt)) >= lostAfterMs;
}

function outcomeOf(result: SendResult, { retries }: OutboxRow, at: Date): MailOutcome {
  if (result.outcome === "accepted") return { state: "sent", errorClass: null, at };
  const { outcome, errorClass } = result;
  const after = (ms: number) => new Date(at.getTime() + ms);
  if (outcome === "unknown") return { state: "unknown", errorClass, at };
  // The mail never left the queue for a connection.
  if (errorClass === "queue") return { state: "queued", errorClass, at, dueAt: after(busyPauseMs) };
  const wait = retryAfterMs[retries];
  if (errorClass.startsWith("smtp 5") || wait === undefined) return { state: "failed", errorClass, at };
  return { state: "retrying", errorClass, at, dueAt: after(wait) };
}
