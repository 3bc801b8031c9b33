import * as v from "valibot";

import { messages } from "#domain/messages.ts";
import { callProblemSchema, panelMessages } from "#domain/panel-wire.ts";

import { fetchInPlace } from "./session.ts";

/** A call of the panel that failed. `message` is what staff read, `field` the field it is about. */
export class CallProblem extends Error {
  readonly field: string | null;

  constructor(message: string, field: string | null = null) {
    super(message);
    this.field = field;
  }
}

interface CallOptions {
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly body?: object;
}

/** Sends a call that needs the session, asks to sign in again where it is over, and reads the answer. */
export async function panelCall<Output>(
  schema: v.GenericSchema<unknown, Output>,
  path: string,
  { method = "GET", body }: CallOptions = {},
): Promise<Output> {
  const content =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  const answer = await reach(path, { method, ...content });
  if (!answer.ok) throw await problemOf(answer);
  try {
    return v.parse(schema, await answer.json());
  } catch (error) {
    console.error(`${path} answered in an unknown shape`, error);
    throw new CallProblem(messages.unexpected);
  }
}

/** For answers that say no more than that it is done. */
export const doneSchema = v.unknown();

async function reach(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetchInPlace(path, init);
  } catch (error) {
    console.error(`${path} could not be reached`, error);
    throw new CallProblem(panelMessages.unreachable);
  }
}

async function problemOf(answer: Response): Promise<CallProblem> {
  if (answer.status === 401) return new CallProblem(panelMessages.signedOut);
  const said = v.safeParse(callProblemSchema, await answer.json().catch(() => null));
  if (!said.success) return new CallProblem(messages.unexpected);
  return new CallProblem(said.output.error, said.output.field ?? null);
}
