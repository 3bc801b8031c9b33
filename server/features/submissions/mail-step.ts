import { setTimeout as delay } from "node:timers/promises";

import { replyDue } from "#domain/reply-due.ts";
import { promisingCalendar } from "#server/features/deals/deal/desk-settings.ts";
import { DatabaseFull, DatabaseUnavailable, type Query } from "#server/platform/database/database.ts";
import { UnderWay } from "#server/platform/jobs/job.ts";
import type { Mail, SendResult } from "#server/services/mail/mail.ts";
import type { Services } from "#server/services/services.ts";

import { type Arrival, type AttemptKey, fingerprintOf, moveAttempt, sealFields } from "./attempts.ts";
import {
  attemptKey,
  beginAttempt,
  BeginningUnknown,
  type Begun,
  type LimitedAttempt,
  type SubmitContext,
  type SubmitRequest,
  withdrawBeginning,
} from "./begin-attempt.ts";
import { type Mailing, queueReceipt, staffMail } from "./submission-mails.ts";

export type SubmitOutcome =
  | ({ kind: "accepted" } & Arrival)
  /** Refused or unknown: the visitor may press again, and nothing is sent or stored twice. */
  | { kind: "mail-failed" }
  /** The same Idempotency-Key came with other fields. */
  | { kind: "conflict" }
  | LimitedAttempt;

/** For /metrics. `unavailable`: the database, or another instance with the same submission, took too long. */
type CountedOutcome = "mailed" | "refused" | "unknown" | "repeated" | "conflict" | "limited" | "unavailable";

type NotSent = Exclude<SendResult, { outcome: "accepted" }>;

const commitPauseMs = 500;
const responseDeadlineMs = 20_000;
/** Reserved for the last step, storing the outcome. */
const storingMs = 2000;

export interface SubmissionServices extends Services {
  readonly mailStep: MailStep;
}

/**
 * Steps 1 to 3 of a submission (design.md section 4): stores an attempt before the staff mail leaves, and its
 * outcome before the visitor gets a response. The same submission sent twice at once shares one outcome.
 */
export class MailStep {
  readonly #context: SubmitContext;
  readonly #inFlight = new Map<string, { fingerprint: string; outcome: Promise<SubmitOutcome> }>();
  readonly #afterwork = new UnderWay();
  #closing = false;

  constructor(context: SubmitContext) {
    this.#context = context;
  }

  submit(request: SubmitRequest): Promise<SubmitOutcome> {
    const { keys } = this.#context;
    const fingerprint = fingerprintOf(keys, request.submission, request.values);
    const key = attemptKey(keys, fingerprint, request);
    const twin = this.#inFlight.get(key.key);
    if (twin !== undefined) {
      return twin.fingerprint === fingerprint ? inTime(twin.outcome) : Promise.resolve({ kind: "conflict" });
    }
    const outcome = this.#attempt(request, key);
    outcome.catch(() => this.#count(request, "unavailable"));
    this.#inFlight.set(key.key, { fingerprint, outcome });
    const forget = () => this.#inFlight.delete(key.key);
    outcome.then(forget, forget);
    return inTime(outcome);
  }

  /** Waits for mails on their way. Gives up on outcomes that the database still refuses to store. */
  async close(): Promise<void> {
    this.#closing = true;
    await this.settled();
  }

  async settled(): Promise<void> {
    await Promise.allSettled([...this.#inFlight.values()].map((twin) => twin.outcome));
    await this.#afterwork.settled();
  }

  async #attempt(request: SubmitRequest, key: AttemptKey): Promise<SubmitOutcome> {
    const sendEndsAt = performance.now() + responseDeadlineMs - storingMs;
    const { database, calendar, mail, outbox } = this.#context;
    const promising = await promisingCalendar(database.reader, calendar);
    const beginning = await this.#begin(request, key);
    if (beginning.kind !== "send") return this.#respondAtOnce(request, beginning);
    const { refNumber, receivedAt, isProven } = beginning;
    const reply = replyDue(request.submission.replyRule, receivedAt, promising);
    const mailed = { request, refNumber, reply, isProven };
    const result = await this.#send(staffMail(mail, mailed), request, sendEndsAt);
    this.#logOutcome(mailed, result);
    if (result.outcome !== "accepted") {
      this.#count(request, result.outcome);
      await this.#storeFailure(refNumber, result);
      if (result.errorClass === "ENOSPC") throw new DatabaseFull("The mail folder's disk is full");
      return { kind: "mail-failed" };
    }
    await this.#storeMailed(mailed);
    this.#later(outbox.sendDue());
    this.#count(request, "mailed");
    return { kind: "accepted", refNumber, receivedAt };
  }

  async #begin(request: SubmitRequest, key: AttemptKey): Promise<Begun | LimitedAttempt> {
    try {
      return await beginAttempt(this.#context, request, key);
    } catch (error) {
      if (error instanceof BeginningUnknown) {
        const withdraw = () => withdrawBeginning(this.#context, key, error.begunAt);
        this.#later(this.#untilDurable(withdraw));
      }
      throw error;
    }
  }

  #respondAtOnce(
    request: SubmitRequest,
    beginning: Exclude<Begun, { kind: "send" }> | LimitedAttempt,
  ): SubmitOutcome {
    const counted = {
      done: "repeated",
      busy: "unavailable",
      conflict: "conflict",
      limited: "limited",
    } as const;
    this.#count(request, counted[beginning.kind]);
    if (beginning.kind === "busy") return { kind: "mail-failed" };
    return beginning.kind === "done" ? { ...beginning, kind: "accepted" } : beginning;
  }

  /** Sends nothing once the visitor may have read that it failed. */
  async #send(mail: Mail, { clientAddress }: SubmitRequest, endsAt: number): Promise<SendResult> {
    const withinMs = endsAt - performance.now();
    if (withinMs <= 0) return { outcome: "refused", errorClass: "database" };
    return this.#context.mailer.send(mail, { sender: clientAddress, withinMs });
  }

  #count({ submission }: SubmitRequest, outcome: CountedOutcome): void {
    this.#context.counters.submissions.inc({ kind: submission.name, outcome });
  }

  async #storeFailure(refNumber: string, result: NotSent): Promise<void> {
    const { database, log, now } = this.#context;
    const change = { state: result.outcome, errorClass: result.errorClass, now: now() };
    try {
      await database.write((tx) => moveAttempt(tx, refNumber, change));
    } catch (error) {
      // The attempt stays `sending` and counts as unknown later; the response is the same.
      log.error({ err: error, ref: refNumber }, "failed attempt could not be stored");
    }
  }

  /** The mail is out, so its outcome must reach the disk, however long that takes. The receipt depends on it. */
  async #storeMailed(mailed: Mailing): Promise<void> {
    const { keys, database, log } = this.#context;
    const { request, refNumber } = mailed;
    const sealed = sealFields(keys, refNumber, request.values);
    const store = async (tx: Query) => {
      await moveAttempt(tx, refNumber, { state: "mailed", sealed });
      return queueReceipt(tx, this.#context, mailed);
    };
    const isQueued = await this.#untilDurable(() => database.write(store));
    if (!isQueued) log.info({ ref: refNumber }, "receipt left out");
  }

  async #untilDurable<Result>(write: () => Promise<Result>): Promise<Result> {
    for (;;) {
      try {
        return await write();
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable) || this.#closing) throw error;
        await delay(commitPauseMs);
      }
    }
  }

  #later(work: Promise<void>): void {
    const { log } = this.#context;
    const logged = work.catch((error: unknown) =>
      log.error({ err: error }, "work after a submission failed"),
    );
    void this.#afterwork.track(logged);
  }

  #logOutcome({ request, refNumber: ref }: Mailing, result: SendResult): void {
    const { log } = this.#context;
    const facts = { kind: request.submission.name, ref, outcome: result.outcome };
    if (result.outcome === "accepted") log.info(facts, "submission mailed");
    else log.info({ ...facts, errorClass: result.errorClass }, "submission not mailed");
  }
}

/** Does not keep the visitor waiting for a disk: pressing again finds the same outcome in flight. */
function inTime(outcome: Promise<SubmitOutcome>): Promise<SubmitOutcome> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const refuse = () => reject(new DatabaseUnavailable("The outcome could not be stored in time"));
  const timer = setTimeout(refuse, responseDeadlineMs);
  return Promise.race([outcome, tooLate]).finally(() => clearTimeout(timer));
}
