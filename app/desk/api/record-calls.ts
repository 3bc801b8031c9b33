import * as v from "valibot";

import { deskEndpoints } from "#domain/desk-wire.ts";
import { endpoints } from "#domain/wire.ts";

import { deskCall, doneSchema, undoableCall } from "./desk-call.ts";

async function post(endpoint: string, reference: string, body: object): Promise<void> {
  await deskCall(doneSchema, `${endpoint}?reference=${reference}`, { method: "POST", body });
}

/** Adds a note. Sent again with the same key, it is the same note. */
export function addNote(reference: string, text: string, key: string): Promise<void> {
  return post(endpoints.deskNote, reference, { text, key });
}

/** Logs a call, with a note unless the text is empty. Sent again with the same key, it is the same call. */
export function logCall(reference: string, text: string, key: string): Promise<void> {
  return post(deskEndpoints.call, reference, { text, key });
}

export function takeCallBack(reference: string, key: string): Promise<void> {
  return post(deskEndpoints.callBack, reference, { key });
}

/**
 * Mails the visitor once the time to take it back is over; returns how long that is, in milliseconds. Sent again with
 * the same key, it is the same reply.
 */
export async function sendReply(reference: string, text: string, key: string): Promise<number> {
  const path = `${deskEndpoints.reply}?reference=${reference}`;
  const sent = await undoableCall(replySentSchema, path, { method: "POST", body: { text, key } });
  return sent.undo_ms;
}

const replySentSchema = v.object({ undo_until: v.string() });

export function takeReplyBack(reference: string, key: string): Promise<void> {
  return post(deskEndpoints.replyBack, reference, { key });
}

/** Sends a reply again that has failed or may not have arrived. */
export function sendReplyAgain(reference: string, key: string): Promise<void> {
  return post(deskEndpoints.replyAgain, reference, { key });
}
