import { setTimeout as delay } from "node:timers/promises";

import type { Submission, SubmissionValues } from "#domain/submission.ts";

import type { Limits } from "../config.ts";
import { type Database, DatabaseUnavailable, type Query } from "../database/database.ts";
import { countAgainst } from "../limits/limits.ts";
import type { MailSettings } from "../mail/mail.ts";
import type { Mailer, SendResult } from "../mail/mailer.ts";
import { receiptMail } from "../mail/receipt-mail.ts";
import { staffMail } from "../mail/staff-mail.ts";
import type { Keys } from "../operations/keyed-hash.ts";
import type { Log } from "../operations/log.ts";
import {
  attemptByKey,
  attemptKey,
  type AttemptKey,
  type Beginning,
  fingerprintOf,
  judgeEarlier,
  moveAttempt,
  openAttempt,
} from "./attempts.ts";
import { sealFields } from "./store-submission.ts";

export interface SubmitContext {
  readonly database: Database;
  readonly keys: Keys;
  readonly mailer: Mailer;
  readonly mail: MailSettings;
  readonly limits: Limits;
  readonly log: Log;
  readonly now: () => Date;
}

export interface SubmitRequest {
  readonly submission: Submission;
  readonly values: SubmissionValues<Submission>;
  /** The Idempotency-Key header, where the client sent one. */
  readonly idempotencyKey: string | null;
  /** Who asks, for the limits; only its keyed hash is kept. */
  readonly clientAddress: string;
}

export type SubmitOutcome =
  | { kind: "accepted"; refNumber: string }
  /** Refused or unknown: the visitor may press again, nothing is doubled. */
  | { kind: "mail-failed" }
  /** The same Idempotency-Key came with other fields. */
  | { kind: "conflict" }
  | { kind: "limited"; retryAfterSeconds: number };

const addressWindowMs = 10 * 60_000;
const mailWindowMs = 60 * 60_000;
const receiptWindowMs = 24 * 60 * 60_000;
const receiptsPerAddressAndDay = 3;
const busyPauseMs = 200;
const busyDeadlineMs = 20_000;
const commitPauseMs = 500;
const answerDeadlineMs = 20_000;

/**
 * Steps 1 to 3 of a submission (design.md section 4): an attempt is on disk before the staff mail
 * leaves, and its outcome before anybody hears of it. Twins share one outcome.
 */
export class MailStep {
  readonly #context: SubmitContext;
  readonly #inFlight = new Map<string, { fingerprint: string; outcome: Promise<SubmitOutcome> }>();
  readonly #afterwork = new Set<Promise<void>>();
  #closing = false;

  constructor(context: SubmitContext) {
    this.#context = context;
  }

  submit(request: SubmitRequest): Promise<SubmitOutcome> {
    const { keys } = this.#context;
    const fingerprint = fingerprintOf(keys, request.submission, request.values);
    const key = attemptKey(keys, fingerprint, request.idempotencyKey);
    const twin = this.#inFlight.get(key.key);
    if (twin !== undefined) {
      return twin.fingerprint === fingerprint ? inTime(twin.outcome) : Promise.resolve({ kind: "conflict" });
    }
    const outcome = this.#attempt(request, key);
    this.#inFlight.set(key.key, { fingerprint, outcome });
    const forget = () => this.#inFlight.delete(key.key);
    outcome.then(forget, forget);
    return inTime(outcome);
  }

  /** Lets sends and receipts on their way end; what the database still refuses to note is given up. */
  async close(): Promise<void> {
    this.#closing = true;
    await this.settled();
  }

  /** Resolves when nothing is on its way any more. */
  async settled(): Promise<void> {
    await Promise.allSettled([
      ...this.#afterwork,
      ...[...this.#inFlight.values()].map((twin) => twin.outcome),
    ]);
    await Promise.allSettled(this.#afterwork);
  }

  async #attempt(request: SubmitRequest, key: AttemptKey): Promise<SubmitOutcome> {
    const beginning = await this.#begin(request, key);
    if (beginning.kind === "done") return { kind: "accepted", refNumber: beginning.refNumber };
    if (beginning.kind === "busy") return { kind: "mail-failed" };
    if (beginning.kind !== "send") return beginning;
    const { refNumber } = beginning;
    const { mailer, mail } = this.#context;
    const result = await mailer.send(await staffMail(mail, request.submission, request.values, refNumber));
    this.#logOutcome(request.submission, refNumber, result);
    if (result.outcome !== "accepted") {
      await this.#noteFailure(refNumber, result);
      return { kind: "mail-failed" };
    }
    await this.#noteMailed(refNumber, request);
    this.#later(this.#sendReceipt(request, refNumber));
    return { kind: "accepted", refNumber };
  }

  /** Waits while another instance sends the same submission. */
  async #begin(request: SubmitRequest, key: AttemptKey): Promise<Beginning | LimitedBeginning> {
    const { database } = this.#context;
    const deadline = Date.now() + busyDeadlineMs;
    for (;;) {
      const beginning = await database.write((tx) => this.#beginIn(tx, request, key));
      if (beginning.kind !== "busy" || Date.now() > deadline) return beginning;
      await delay(busyPauseMs);
    }
  }

  async #beginIn(tx: Query, request: SubmitRequest, key: AttemptKey): Promise<Beginning | LimitedBeginning> {
    const { database } = this.#context;
    const now = this.#context.now();
    await database.lock(tx, `key ${key.key}`);
    const earlier = judgeEarlier(await attemptByKey(tx, key.key), key, now);
    if (earlier !== null && earlier.kind !== "send") return earlier;
    const retryAfterSeconds = await this.#countSubmission(tx, request.clientAddress, now);
    if (retryAfterSeconds !== null) return { kind: "limited", retryAfterSeconds };
    if (earlier === null) {
      return { kind: "send", refNumber: await openAttempt(tx, request.submission, key, now) };
    }
    await moveAttempt(tx, earlier.refNumber, { state: "sending", now });
    return earlier;
  }

  async #countSubmission(tx: Query, clientAddress: string, now: Date): Promise<number | null> {
    const { keys, limits } = this.#context;
    const ofAddress = {
      name: keys.hash("limit", `submissions ${clientAddress}`),
      most: limits.submissionsPerAddress,
      windowMs: addressWindowMs,
    };
    const wait = await countAgainst(tx, ofAddress, now);
    if (wait !== null) return wait;
    const inAll = { name: "staff mails in all", most: limits.mailsPerHour, windowMs: mailWindowMs };
    return countAgainst(tx, inAll, now);
  }

  async #noteFailure(refNumber: string, result: SendResult): Promise<void> {
    if (result.outcome === "accepted") return;
    const { database, log, now } = this.#context;
    const change = { state: result.outcome, errorClass: result.errorClass, now: now() };
    try {
      await database.write((tx) => moveAttempt(tx, refNumber, change));
    } catch (error) {
      // The attempt stays `sending` and counts as unknown later; the visitor's answer is the same.
      log.error({ err: error, ref: refNumber }, "failed attempt could not be noted");
    }
  }

  /** The mail is out: from here on the outcome must reach the disk, however long the disk takes. */
  #noteMailed(refNumber: string, request: SubmitRequest): Promise<void> {
    const { keys, database, now } = this.#context;
    const sealed = sealFields(keys, refNumber, request.values);
    return this.#untilDurable(() =>
      database.write((tx) => moveAttempt(tx, refNumber, { state: "mailed", sealed, now: now() })),
    );
  }

  async #untilDurable(write: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        return await write();
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable) || this.#closing) throw error;
        await delay(commitPauseMs);
      }
    }
  }

  async #sendReceipt(request: SubmitRequest, refNumber: string): Promise<void> {
    const { database, keys, mailer, mail, now, log } = this.#context;
    const { email } = request.values;
    if (typeof email !== "string") return;
    const limit = {
      name: keys.hash("limit", `receipts ${email.toLowerCase()}`),
      most: receiptsPerAddressAndDay,
      windowMs: receiptWindowMs,
    };
    if ((await database.write((tx) => countAgainst(tx, limit, now()))) !== null) return;
    const result = await mailer.send(await receiptMail(mail, request.submission, email, refNumber));
    if (result.outcome === "accepted") return;
    log.info({ ref: refNumber, outcome: result.outcome, errorClass: result.errorClass }, "receipt not sent");
  }

  #later(work: Promise<void>): void {
    const { log } = this.#context;
    const watched = work
      .catch((error: unknown) => log.error({ err: error }, "work after a submission failed"))
      .finally(() => this.#afterwork.delete(watched));
    this.#afterwork.add(watched);
  }

  #logOutcome(submission: Submission, ref: string, result: SendResult): void {
    const { log } = this.#context;
    const facts = { kind: submission.name, ref, outcome: result.outcome };
    if (result.outcome === "accepted") log.info(facts, "submission mailed");
    else log.info({ ...facts, errorClass: result.errorClass }, "submission not mailed");
  }
}

type LimitedBeginning = { kind: "limited"; retryAfterSeconds: number };

/** The visitor is not kept waiting for a disk: pressing again finds the same outcome, still in flight. */
function inTime(outcome: Promise<SubmitOutcome>): Promise<SubmitOutcome> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const refuse = () => reject(new DatabaseUnavailable("The outcome could not be noted in time"));
  const timer = setTimeout(refuse, answerDeadlineMs);
  return Promise.race([outcome, tooLate]).finally(() => clearTimeout(timer));
}
