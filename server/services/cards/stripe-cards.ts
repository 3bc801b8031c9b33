import type { Stripe } from "stripe";

import { nzd } from "#domain/deals/money.ts";
import { minuteMs } from "#domain/durations.ts";
import { nzDate } from "#domain/nz-time.ts";
import type { Config } from "#server/platform/config/config.ts";

import {
  type CardDispute,
  CardProblem,
  type CardEvent,
  type CardRefunded,
  type Cards,
  type CardSession,
  wholeCents,
} from "./cards.ts";

export interface CardTimes {
  /** For one try of a call. */
  readonly timeoutMs: number;
  /** Less where something else waits for it. */
  readonly endTimeoutMs: number;
}

const asShipped: CardTimes = { timeoutMs: 10_000, endTimeoutMs: 4000 };

/** Stripe Checkout. The library is loaded by the first call. */
export function stripeCards(settings: NonNullable<Config["cards"]>, times: Partial<CardTimes> = {}): Cards {
  const { timeoutMs, endTimeoutMs } = { ...asShipped, ...times };
  let loaded: Promise<Stripe> | null = null;
  const stripe = () => (loaded ??= load(settings, timeoutMs));
  const inTime = { timeout: endTimeoutMs, maxNetworkRetries: 0 };
  const readSession: Cards["readSession"] = async (id) =>
    sessionOf(await asked((await stripe()).checkout.sessions.retrieve(id)));
  return {
    readSession,
    async openSession({ id, amount_cents, text, paidUrl, backUrl, expires_at }) {
      const price_data = {
        currency: nzd.toLowerCase(),
        unit_amount: wholeCents(amount_cents),
        product_data: { name: text },
      };
      const page: Stripe.Checkout.SessionCreateParams = {
        mode: "payment",
        allowed_payment_method_types: ["card"], // Others are paid days later.
        client_reference_id: id,
        line_items: [{ quantity: 1, price_data }],
        success_url: paidUrl,
        cancel_url: backUrl,
        expires_at: Math.floor(Date.parse(expires_at) / 1000),
      };
      const { checkout } = await stripe();
      return sessionOf(await asked(checkout.sessions.create(page, { idempotencyKey: id })));
    },
    async endSession(id) {
      const { checkout } = await stripe();
      return asked(checkout.sessions.expire(id, {}, inTime)).then(sessionOf, async (problem: unknown) => {
        if (!(problem instanceof CardProblem) || problem.kind !== "refused") throw problem;
        return sessionOf(await asked(checkout.sessions.retrieve(id, {}, inTime))); // The session was paid or has ended before.
      });
    },
    async refund({ id, payment: payment_intent, amount_cents: amount, isOld }) {
      const { refunds } = await stripe();
      const known = isOld ? await asked(refunds.list({ payment_intent, limit: 100 })) : null;
      const request = { payment_intent, amount: wholeCents(amount), metadata: { refund: id } };
      const { state, why } = refundedOf(
        known?.data.find(({ metadata }) => metadata?.["refund"] === id) ??
          (await asked(refunds.create(request, { idempotencyKey: id }))),
      );
      if (state === "failed") throw new CardProblem("refused", why);
      return state;
    },
    async readRefunds(payment_intent) {
      const { refunds } = await stripe();
      return (await asked(refunds.list({ payment_intent, limit: 100 }))).data.map(refundedOf);
    },
    async readDisputes(payment_intent) {
      const { disputes } = await stripe();
      return (await asked(disputes.list({ payment_intent, limit: 100 }))).data.map(disputeOf);
    },
    readEvent: async (body, signature, now) => readEvent(await stripe(), settings, { body, signature, now }),
  };
}

async function load({ secretKey, api }: NonNullable<Config["cards"]>, timeout: number): Promise<Stripe> {
  const { Stripe: Client } = await import("stripe");
  const { hostname: host, port, protocol } = new URL(api ?? "https://api.stripe.com");
  const isSecure = protocol === "https:";
  return new Client(secretKey, {
    host,
    port: port === "" ? (isSecure ? 443 : 80) : Number(port),
    protocol: isSecure ? "https" : "http",
    timeout,
    maxNetworkRetries: 1,
    telemetry: false,
  });
}

interface StripeFault extends Error {
  readonly type?: string;
  readonly statusCode?: number;
}

/** Errors that say that nothing was done, by their type; 409: the same call is still under way. */
const refusals = new Set(["StripeInvalidRequestError", "StripeCardError", "StripeIdempotencyError"]);

async function asked<Result>(call: Promise<Result>): Promise<Result> {
  return call.catch((error: unknown) => {
    if (!(error instanceof Error)) throw error;
    const { type = "", statusCode = 0 }: StripeFault = error;
    const isRefused = refusals.has(type) && statusCode !== 409;
    throw new CardProblem(isRefused ? "refused" : "unanswered", error.message, { cause: error });
  });
}

function sessionOf(session: Stripe.Checkout.Session): CardSession {
  const { id, url, client_reference_id: reference, payment_intent: intent, currency } = session;
  const { status, payment_status: paid, amount_total: cents } = session;
  const isPaid = paid === "paid";
  const unpaid = status === "expired" ? "ended" : status === "complete" ? "pending" : "open";
  return {
    id,
    url,
    reference,
    state: isPaid ? "paid" : unpaid,
    payment: (typeof intent === "string" ? intent : intent?.id) ?? id,
    amount_cents: isPaid ? wholeCents(cents ?? 0) : 0,
    currency: (currency ?? nzd).toUpperCase(),
  };
}

function refundedOf(refund: Stripe.Refund): CardRefunded {
  const { id, metadata, amount, currency, status, failure_reason: why = "no reason given" } = refund;
  const state =
    status === "succeeded" ? "done" : status === "failed" || status === "canceled" ? "failed" : "pending";
  const said = { amount_cents: wholeCents(amount), currency: currency.toUpperCase(), state, why } as const;
  return { id, ours: metadata?.["refund"] ?? null, ...said };
}

function disputeOf(dispute: Stripe.Dispute): CardDispute {
  const { id, amount, currency, status, balance_transactions: moves, evidence_details: evidence } = dispute;
  const isAsked = status.endsWith("needs_response") && evidence.due_by !== null;
  return {
    id,
    amount_cents: wholeCents(amount),
    currency: currency.toUpperCase(),
    gone_cents: -moves.reduce((sum, move) => sum + move.amount, 0),
    due_on: isAsked ? nzDate(new Date((evidence.due_by ?? 0) * 1000)) : null,
    isOver: ["won", "lost", "warning_closed", "prevented"].includes(status),
  };
}

const windowMs = 5 * minuteMs;

interface ReceivedEvent {
  readonly body: Buffer;
  readonly signature: string;
  readonly now: Date;
}

function readEvent(
  { webhooks }: Stripe,
  { webhookSecret }: NonNullable<Config["cards"]>,
  { body, signature, now }: ReceivedEvent,
): CardEvent {
  const ahead = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1] ?? 0) * 1000 - now.getTime();
  // The library looks at its age only.
  if (ahead > windowMs) throw new CardProblem("refused", "The event is dated ahead of our clock");
  try {
    const tolerance = windowMs / 1000;
    const event = webhooks.constructEvent(
      body,
      signature,
      webhookSecret,
      tolerance,
      undefined,
      now.getTime(),
    );
    const moved = movedIn(event);
    if (!event.type.startsWith("checkout.session.")) return { session: null, moved };
    const { id, client_reference_id: reference } = event.data.object as Stripe.Checkout.Session;
    return { session: { id, reference }, moved };
  } catch (error) {
    // An event of another kind is no error of the signature.
    throw new CardProblem("refused", "The event could not be verified", { cause: error });
  }
}

/** Refunds and disputes, of which each event names the payment: `refund.failed`, `charge.refunded`, `charge.dispute.created`. */
function movedIn({ type, data }: Stripe.Event): CardEvent["moved"] {
  if (!/^(?:refund\.|charge\.(?:refund|dispute))/.test(type)) return null;
  const { payment_intent: intent } = data.object as Stripe.Refund | Stripe.Charge | Stripe.Dispute;
  const payment = typeof intent === "string" ? intent : intent?.id;
  const what = type.startsWith("charge.dispute") ? "disputes" : "refunds";
  return payment === undefined ? null : { what, payment };
}
