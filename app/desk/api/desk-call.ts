import * as v from "valibot";

import type { Call } from "#domain/call.ts";
import { callProblemSchema, deskMessages } from "#domain/desk-wire.ts";
import { messages } from "#domain/messages.ts";

import { fetchWithSession, isWriting, SignedOut } from "./session.ts";

/** A failed call. `message` is what staff read, `field` the field it is about. */
export class CallProblem extends Error {
  readonly field: string | null;
  /** Of the response; null if there was none. */
  readonly status: number | null;

  constructor(message: string, field: string | null = null, status: number | null = null) {
    super(message);
    this.field = field;
    this.status = status;
  }
}

/** The server was not reached: the same call may succeed later. */
class Unreached extends CallProblem {}

export function isUnreached(error: unknown): boolean {
  return error instanceof Unreached;
}

/** Whether someone else changed the record first, so that trying again would not help. */
export function isStale(error: unknown): boolean {
  return error instanceof CallProblem && error.status === 412;
}

/** Whether what the call is about has already happened, so that trying again would not help. */
export function isTooLate(error: unknown): boolean {
  return error instanceof CallProblem && error.status === 409;
}

export function isMissing(error: unknown): boolean {
  return error instanceof CallProblem && error.status === 404;
}

/** Returns the server's message, or `fallback` for an unexpected error. */
export function failureText(error: unknown, fallback: string = messages.unexpected): string {
  return error instanceof CallProblem ? error.message : fallback;
}

/** Returns the problem to show; logs an unexpected error. */
export function asProblem(error: unknown, fallback?: string): CallProblem {
  if (error instanceof CallProblem) return error;
  console.error(error);
  return new CallProblem(failureText(error, fallback));
}

interface CallOptions {
  /** Replaces the parameter in the call's path. */
  readonly id?: string;
  /** Goes into the address of a call that has a body as well. */
  readonly query?: Readonly<Record<string, string>>;
  /** The version of the record to change: refused if it is no longer the current one. */
  readonly version?: number;
  /** The same call again with the same key does nothing more. */
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | null | undefined;
  /** If false, the end of the session throws `SignedOut` at once, unless somebody is writing. */
  readonly asksToSignIn?: boolean;
  readonly timeoutMs?: number;
  /** The message if the server says nothing or cannot be reached. */
  readonly fallback?: string;
}

interface RequestOptions extends CallOptions {
  readonly method?: Call<never, object>["method"];
  /** A file or a form goes as it is, everything else as JSON. */
  readonly body?: object;
}

/**
 * Sends a call that needs the session and reads the response. Asks in place to sign in again if the session is over.
 * Our own server's responses are not checked: a page of another build says so (build.ts).
 */
export async function deskCall<Sent extends object, Output extends object>(
  call: Call<Sent, Output>,
  sent: NoInfer<Sent>,
  options: CallOptions = {},
): Promise<Output> {
  const [path, request] = requestOf(call, sent, options);
  return readJson<Output>(path, request, await respond(path, request));
}

export type Undoable<Output> = Output & { readonly undo_ms: number };

/**
 * Sends a call that can be taken back until the moment its response names. Adds how long that is, by the server's
 * clock: the device's may be wrong.
 */
export async function undoableCall<Sent extends object, Output extends { readonly undo_until: string }>(
  call: Call<Sent, Output>,
  sent: NoInfer<Sent>,
  options: CallOptions = {},
): Promise<Undoable<Output>> {
  const [path, request] = requestOf(call, sent, options);
  const response = await respond(path, request);
  const output = await readJson<Output>(path, request, response);
  // The header has no milliseconds: rounded up, so that the undo never ends too late.
  const now = Date.parse(response.headers.get("date") ?? "") + 1000;
  return { ...output, undo_ms: new Date(output.undo_until).getTime() - now };
}

/** Sends a call whose response carries nothing but success. */
export async function deskSend<Sent extends object>(
  call: Call<Sent, object>,
  sent: NoInfer<Sent>,
  options: CallOptions = {},
): Promise<void> {
  await respond(...requestOf(call, sent, options));
}

/** A call without a body sends its values in the address. */
function requestOf<Sent extends object>(
  { method, path: pattern }: Call<Sent, object>,
  sent: Sent,
  { id = "", query, ...options }: CallOptions,
): readonly [path: string, request: RequestOptions] {
  const hasBody = method !== "GET" && method !== "DELETE";
  const search = new URLSearchParams(hasBody ? query : (sent as Record<string, string>)).toString();
  const path = pattern.replace(/:\w+/, id) + (search && `?${search}`);
  return [path, { ...options, method, ...(hasBody && { body: sent }) }];
}

/** Returns a successful response. */
export async function respond(path: string, options: RequestOptions): Promise<Response> {
  const {
    method = "GET",
    body,
    version,
    key,
    signal = null,
    asksToSignIn = true,
    fallback,
    timeoutMs,
  } = options;
  const isForm = body instanceof FormData; // The browser says where its parts begin.
  const isFile = body instanceof Blob || isForm;
  const call = {
    method,
    headers: {
      ...options.headers,
      ...(body === undefined || isForm
        ? {}
        : { "content-type": isFile ? "application/octet-stream" : "application/json" }),
      ...(version === undefined ? {} : { "if-match": `"${version}"` }),
      ...(key === undefined ? {} : { "idempotency-key": key }),
    },
    ...(body === undefined ? {} : { body: isFile ? body : JSON.stringify(body) }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    signal,
    asksToSignIn: asksToSignIn || isWriting(),
  };
  const response = await reach(path, () => fetchWithSession(path, call), fallback);
  signal?.throwIfAborted();
  if (response.status === 401 && !asksToSignIn) throw new SignedOut();
  if (!response.ok) throw await problemOf(response, fallback);
  return response;
}

/** Reads a response of that path, unchecked. */
export async function readJson<Output>(
  path: string,
  { fallback = messages.unexpected }: CallOptions,
  response: Response,
): Promise<Output> {
  const text = await reach(path, () => response.text());
  try {
    return JSON.parse(text) as Output;
  } catch (error) {
    console.error(`${path} returned no JSON`, error);
    throw new CallProblem(fallback);
  }
}

export interface LoadedFile {
  readonly name: string;
  readonly content: Blob;
}

const longestDownloadMs = 300_000;

/** Downloads a file. Throws if it does not arrive whole. */
export async function deskFile<Sent extends object>(
  call: Call<Sent, object>,
  sent: NoInfer<Sent>,
): Promise<LoadedFile> {
  const [path, request] = requestOf(call, sent, { timeoutMs: longestDownloadMs });
  const response = await respond(path, request);
  const [, name = "file"] =
    /filename="([\w.-]+)"/.exec(response.headers.get("content-disposition") ?? "") ?? [];
  return { name, content: await reach(path, () => response.blob()) };
}

/** For sending a call and for reading its response, which may break off or take too long as well. */
async function reach<Result>(
  path: string,
  attempt: () => Promise<Result>,
  message: string = deskMessages.unreachable,
): Promise<Result> {
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    console.error(`${path} could not be reached`, error);
    throw new Unreached(message);
  }
}

/** A proxy answers for a server that is starting. */
const unreachedStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

/** Of our own calls, or of PostgREST's. */
const refusalSchema = v.union([
  callProblemSchema,
  v.pipe(
    v.object({ message: v.string() }),
    v.transform(({ message }) => ({ error: message, field: undefined })),
  ),
]);

async function problemOf(response: Response, fallback: string = messages.unexpected): Promise<CallProblem> {
  if (response.status === 401) return new CallProblem(deskMessages.signedOut);
  const refusal = v.safeParse(refusalSchema, await response.json().catch(() => null));
  const said = refusal.success ? refusal.output.error.trim() : "";
  if (refusal.success && said !== "")
    return new CallProblem(said, refusal.output.field ?? null, response.status);
  return unreachedStatuses.has(response.status) ? new Unreached(fallback) : new CallProblem(fallback);
}
