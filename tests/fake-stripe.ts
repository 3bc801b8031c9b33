import { createHmac, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

const stripeKeys = { secretKey: "sk_test_of_the_fake", webhookSecret: "whsec_of_the_fake" } as const;

interface FakeSession {
  readonly id: string;
  readonly object: "checkout.session";
  readonly client_reference_id: string;
  readonly success_url: string;
  readonly cancel_url: string;
  readonly expires_at: number;
  readonly url: string;
  readonly payment_intent: string;
  amount_total: number;
  currency: string;
  status: "open" | "complete" | "expired";
  payment_status: "unpaid" | "paid";
}

interface FakeRefund {
  readonly id: string;
  readonly object: "refund";
  readonly payment_intent: string;
  readonly amount: number;
  readonly currency: string;
  readonly metadata: Record<string, string>;
  status: "pending" | "succeeded" | "failed";
  failure_reason?: string;
}

interface FakeDispute {
  readonly id: string;
  readonly object: "dispute";
  readonly payment_intent: string;
  readonly amount: number;
  readonly currency: "nzd";
  readonly evidence_details: { readonly due_by: number | null };
  readonly balance_transactions: { readonly amount: number }[]; // What it took is negative.
  status: "warning_needs_response" | "needs_response" | "under_review" | "won" | "lost";
}

/** What becomes of the next call to the API. `dropped`: it is done, and its response never arrives. */
export type ApiFault = "slow" | "dropped" | "500" | "refused";

/** When the event of a payment is sent: before the customer is led back, a second after that, or never. */
export type EventTime = "before" | "after" | "never" | "twice";

type Fields = URLSearchParams;
class Refused extends Error {}

/**
 * The part of Stripe that we use, on a port of this machine: Checkout sessions with a page to pay on, refunds and signed events.
 * It knows Idempotency-Keys, and makes mistakes on demand. It never charges anything.
 */
export class FakeStripe {
  readonly sessions = new Map<string, FakeSession>();
  readonly refunds: FakeRefund[] = [];
  readonly disputes: FakeDispute[] = [];
  /** Of the next refunds. */
  refundStatus: FakeRefund["status"] = "succeeded";
  /** Events as they were sent, or would have been. */
  readonly events: string[] = [];
  readonly faults: ApiFault[] = [];
  eventTime: EventTime = "before";
  slowMs = 3000;
  now = Date.now;
  /** Where events go to, for example http://localhost:3000/hooks/stripe. */
  webhook: string | null = null;
  readonly #done = new Map<string, { readonly call: string; readonly response: object }>();
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  origin = "";

  async start(port = 0): Promise<void> {
    this.#server.listen(port, "127.0.0.1");
    await once(this.#server, "listening");
    this.origin = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  /** The environment of a server that takes cards here. */
  get environment(): Record<string, string> {
    const { secretKey, webhookSecret } = stripeKeys;
    return { STRIPE_API: this.origin, STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret };
  }

  /** What was charged and not paid back, in cents. */
  get held(): number {
    const paid = [...this.sessions.values()].filter((session) => session.payment_status === "paid");
    const done = this.refunds.filter(({ status }) => status !== "failed");
    const back = done.reduce((sum, { amount }) => sum + amount, 0);
    return paid.reduce((sum, session) => sum + session.amount_total, 0) - back;
  }

  /** The customer pays; false if the session can't be paid any more. `as`: another amount or currency than was asked for. */
  async pay(id: string, as: Partial<Pick<FakeSession, "amount_total" | "currency">> = {}): Promise<boolean> {
    const session = this.sessions.get(id);
    if (session?.status !== "open") return false;
    Object.assign(session, as, { status: "complete", payment_status: "paid" });
    const event = eventOf("checkout.session.completed", session);
    this.events.push(event);
    if (this.eventTime === "before" || this.eventTime === "twice") await this.deliver(event);
    if (this.eventTime === "twice") await this.deliver(event);
    if (this.eventTime === "after") void wait(1000).then(() => this.deliver(event));
    return true;
  }

  /** In the card company's own pages, where nobody names our refund; `status` is what has become of it. */
  refundHere(id: string, amount: number): FakeRefund {
    const session = this.#found(id);
    return this.#refund(
      new URLSearchParams({ payment_intent: session.payment_intent, amount: String(amount) }),
    );
  }

  /** The customer's bank asks for the money back; nothing is taken yet. */
  dispute(id: string, amount: number, dueBy: Date): FakeDispute {
    const { payment_intent } = this.#found(id);
    const dispute: FakeDispute = {
      id: `dp_${randomUUID()}`,
      object: "dispute",
      payment_intent,
      amount,
      currency: "nzd",
      evidence_details: { due_by: Math.floor(dueBy.getTime() / 1000) },
      balance_transactions: [],
      status: "needs_response",
    };
    this.disputes.push(dispute);
    return dispute;
  }

  /** Signed when it is sent, each time. Resolves with the status of the response, or 0 if nobody answers. */
  async deliver(body: string, signature = signatureOf(body, this.now())): Promise<number> {
    if (this.webhook === null) return 0;
    const headers = { "content-type": "application/json; charset=utf-8", "stripe-signature": signature };
    const sent = fetch(this.webhook, { method: "POST", body, headers });
    return sent.then(
      ({ status }) => status,
      () => 0,
    );
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", this.origin);
    const fields = new URLSearchParams(await bodyOf(request));
    if (url.pathname.startsWith("/pay/")) return this.#payPage(request, response, url);
    const fault = this.faults.shift();
    if (fault === "slow") await wait(this.slowMs);
    if (fault === "500") return sendError(response, 500, "api_error", "Something broke on our side");
    if (fault === "refused") return sendError(response, 402, "card_error", "The card was declined");
    if (request.headers.authorization !== `Bearer ${stripeKeys.secretKey}`)
      return sendError(response, 401, "invalid_request_error", "Invalid API Key provided");
    try {
      const result = this.#once(request, url, fields);
      if (fault === "dropped") return void response.destroy();
      sendJson(response, 200, result);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      sendError(
        response,
        400,
        error.message.startsWith("Keys") ? "idempotency_error" : "invalid_request_error",
        error.message,
      );
    }
  }

  /** The same Idempotency-Key gets the first response again. */
  #once({ method = "GET", headers }: IncomingMessage, url: URL, fields: Fields): object {
    const key = headers["idempotency-key"];
    const call = `${method} ${url.pathname} ${fields}`;
    const known = typeof key === "string" ? this.#done.get(key) : undefined;
    if (known !== undefined && known.call !== call)
      throw new Refused("Keys for idempotent requests can only be used with the same parameters");
    const response = known?.response ?? this.#call(`${method} ${url.pathname}`, url, fields);
    if (typeof key === "string") this.#done.set(key, { call, response });
    return known === undefined || !("id" in response)
      ? response
      : (this.sessions.get(String(response.id)) ?? response);
  }

  #call(call: string, url: URL, fields: Fields): object {
    const [, id = "", end] = /^(?:GET|POST) \/v1\/checkout\/sessions\/([^/]+)(\/expire)?$/.exec(call) ?? [];
    if (call === "POST /v1/checkout/sessions") return this.#openSession(fields);
    if (id !== "") return end === undefined ? this.#found(id) : this.#expire(this.#found(id));
    if (call === "POST /v1/refunds") return this.#refund(fields);
    const listed = { "GET /v1/refunds": this.refunds, "GET /v1/disputes": this.disputes }[call];
    if (listed !== undefined) {
      const intent = url.searchParams.get("payment_intent");
      const data = listed.filter((one) => one.payment_intent === intent);
      return { object: "list", data, has_more: false, url: url.pathname };
    }
    throw new Refused(`Unrecognized request URL (${call})`);
  }

  #openSession(fields: Fields): FakeSession {
    const id = `cs_test_${randomUUID()}`;
    const amount = Number(fields.get("line_items[0][price_data][unit_amount]"));
    if (!Number.isInteger(amount) || amount <= 0) throw new Refused("Invalid integer: unit_amount");
    const session: FakeSession = {
      id,
      object: "checkout.session",
      client_reference_id: fields.get("client_reference_id") ?? "",
      success_url: fields.get("success_url") ?? "",
      cancel_url: fields.get("cancel_url") ?? "",
      expires_at: Number(fields.get("expires_at")),
      url: `${this.origin}/pay/${id}`,
      payment_intent: `pi_${randomUUID()}`,
      amount_total: amount,
      currency: fields.get("line_items[0][price_data][currency]") ?? "nzd",
      status: "open",
      payment_status: "unpaid",
    };
    this.sessions.set(id, session);
    return session;
  }

  #found(id: string): FakeSession {
    const session = this.sessions.get(id);
    if (session === undefined) throw new Refused(`No such checkout.session: ${id}`);
    return session;
  }

  #expire(session: FakeSession): FakeSession {
    if (session.status !== "open")
      throw new Refused("Only Checkout Sessions with a status of `open` can be expired");
    session.status = "expired";
    return session;
  }

  #refund(fields: Fields): FakeRefund {
    const payment_intent = fields.get("payment_intent") ?? "";
    const amount = Number(fields.get("amount"));
    const paid = [...this.sessions.values()].find((one) => one.payment_intent === payment_intent);
    const back = this.refunds.filter(
      (one) => one.payment_intent === payment_intent && one.status !== "failed",
    );
    const left = (paid?.amount_total ?? 0) - back.reduce((sum, one) => sum + one.amount, 0);
    if (paid?.payment_status !== "paid" || amount > left)
      throw new Refused(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`);
    const metadata = Object.fromEntries(
      [...fields].flatMap(([name, value]) => {
        const [, key] = /^metadata\[(.+)\]$/.exec(name) ?? [];
        return key === undefined ? [] : [[key, value]];
      }),
    );
    const refund: FakeRefund = {
      id: `re_${randomUUID()}`,
      object: "refund",
      payment_intent,
      amount,
      currency: paid.currency,
      status: this.refundStatus,
      metadata,
    };
    this.refunds.push(refund);
    return refund;
  }

  /** Without scripts: one button pays, a link goes back. */
  async #payPage({ method }: IncomingMessage, response: ServerResponse, { pathname }: URL): Promise<void> {
    const session = this.sessions.get(pathname.slice("/pay/".length));
    if (session === undefined) return void response.writeHead(404).end();
    if (method === "POST") {
      await this.pay(session.id);
      return void response.writeHead(303, { location: session.success_url }).end();
    }
    const amount = `$${(session.amount_total / 100).toFixed(2)}`;
    const form =
      session.status === "open"
        ? `<form method="post"><button>Pay ${amount}</button></form>`
        : "<p>This page has ended.</p>";
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    response.end(`<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Card page of the demo</title>
<style>body{font:1.25rem/1.6 sans-serif;max-width:24rem;margin:3rem auto;padding:0 1rem}button{font:inherit;padding:.75rem 2rem}</style>
<h1>Card page of the demo</h1><p>A stand-in for the card company. Nothing is charged.</p>${form}<p><a href="${session.cancel_url}">Go back without paying</a></p></html>`);
  }
}

/** The body of an event. */
export function eventOf(type: string, object: object): string {
  return JSON.stringify({ id: `evt_${randomUUID()}`, object: "event", type, data: { object } });
}

/** As Stripe signs: HMAC-SHA256 of time and body. */
export function signatureOf(body: string, at: number, secret: string = stripeKeys.webhookSecret): string {
  const seconds = Math.floor(at / 1000);
  const mark = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
  return `t=${seconds},v1=${mark}`;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

function sendError(response: ServerResponse, status: number, type: string, message: string): void {
  sendJson(response, status, { error: { type, message } });
}
