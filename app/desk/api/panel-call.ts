import * as v from "valibot";

import { callProblemSchema, deskMessages } from "#domain/desk-wire.ts";
import { messages } from "#domain/messages.ts";

import { confirmInPlace } from "./confirmation.ts";
import { fetchInPlace, fetchInTime, fetchWithSession, SignedOut } from "./session.ts";

/** A call of the panel that failed. `message` is what staff read, `field` the field it is about. */
export class CallProblem extends Error {
  readonly field: string | null;
  /** Of the response; null if there was none. */
  readonly #status: number | null;

  constructor(message: string, field: string | null = null, status: number | null = null) {
    super(message);
    this.field = field;
    this.#status = status;
  }

  /** Somebody else had changed the record before. */
  get isStale(): boolean {
    return this.#status === 412;
  }

  /** There is no such record, or no longer. */
  get isMissing(): boolean {
    return this.#status === 404;
  }
}

interface CallOptions {
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly body?: object;
  /** Of the record that is changed: refused where somebody has changed it since. */
  readonly version?: number;
  /** The session is over: false throws `SignedOut` at once. */
  readonly asksToSignIn?: boolean;
}

/**
 * Sends a call that needs the session and reads the answer. Asks in place to sign in again if the session is
 * over, and for the password if the call needs it again.
 */
export async function panelCall<Output>(
  schema: v.GenericSchema<unknown, Output>,
  path: string,
  { method = "GET", body, version, asksToSignIn = true }: CallOptions = {},
): Promise<Output> {
  const headers = {
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    ...(version === undefined ? {} : { "if-match": `"${version}"` }),
  };
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  const send = asksToSignIn ? fetchInPlace : fetchInTime;
  const answer = await reach(path, () => send(path, { method, headers, ...content }));
  if (answer.status === 401 && !asksToSignIn) throw new SignedOut();
  if (!answer.ok) throw await problemOf(answer);
  try {
    return v.parse(schema, await answer.json());
  } catch (error) {
    console.error(`${path} answered in an unknown shape`, error);
    throw new CallProblem(messages.unexpected);
  }
}

/** A file that was asked for. */
export interface LoadedFile {
  readonly name: string;
  readonly content: Blob;
}

const longestDownloadMs = 300_000;

/** Asks for a file; throws where it does not arrive whole. */
export async function panelFile(path: string, body: object): Promise<LoadedFile> {
  const init = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  const answer = await reach(path, () =>
    fetchWithSession(path, { ...init, signal: AbortSignal.timeout(longestDownloadMs) }),
  );
  if (!answer.ok) throw await problemOf(answer);
  const [, name = "file"] =
    /filename="([\w.-]+)"/.exec(answer.headers.get("content-disposition") ?? "") ?? [];
  try {
    return { name, content: await answer.blob() };
  } catch (error) {
    console.error(`${path} broke off`, error);
    throw new CallProblem(deskMessages.unreachable);
  }
}

/** For answers that say no more than that it is done. */
export const doneSchema = v.unknown();

async function reach(path: string, send: () => Promise<Response>): Promise<Response> {
  try {
    return await sendConfirmed(send);
  } catch (error) {
    console.error(`${path} could not be reached`, error);
    throw new CallProblem(deskMessages.unreachable);
  }
}

/** If the call needs the password again, asks for it and sends the call once more. */
async function sendConfirmed(send: () => Promise<Response>): Promise<Response> {
  const answer = await send();
  if (answer.status !== 403) return answer;
  const said = v.safeParse(
    callProblemSchema,
    await answer
      .clone()
      .json()
      .catch(() => null),
  );
  if (!said.success || said.output.password_required !== true) return answer;
  return (await confirmInPlace()) ? send() : answer;
}

async function problemOf(answer: Response): Promise<CallProblem> {
  if (answer.status === 401) return new CallProblem(deskMessages.signedOut);
  const said = v.safeParse(callProblemSchema, await answer.json().catch(() => null));
  if (!said.success) return new CallProblem(messages.unexpected);
  return new CallProblem(said.output.error, said.output.field ?? null, answer.status);
}
