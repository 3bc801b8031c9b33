import {
  type InboundMail,
  inboundMailSchema,
  inboxEndpoints,
  inboxFiledSchema,
  type InboxFileRequest,
  inboxSchema,
  type UnfiledMail,
} from "#domain/inbox-wire.ts";

import { deskCall, deskSend } from "./desk-call.ts";

/** The mails that belong to no record yet, oldest first. */
export async function unfiledMails(): Promise<readonly UnfiledMail[]> {
  return (await deskCall(inboxSchema, inboxEndpoints.inbox)).unfiled;
}

/** A mail with all of its text and its files. */
export function wholeMail(id: string): Promise<InboundMail> {
  return deskCall(inboundMailSchema, `${inboxEndpoints.message}?${new URLSearchParams({ id })}`);
}

/** Only its name stays. */
export function removeMailFile(id: string): Promise<void> {
  return deskSend(`${inboxEndpoints.filePart}?${new URLSearchParams({ id })}`, { method: "DELETE" });
}

/** Returns the reference of the record that the mail is in now; null if it is in none. */
export async function fileMail(body: InboxFileRequest): Promise<string | null> {
  return (await deskCall(inboxFiledSchema, inboxEndpoints.file, { method: "POST", body })).ref;
}
