import { deskSend } from "#app/desk/api/desk-call.ts";
import { announceCall } from "#app/desk/state/notices.ts";
import { useAction } from "#app/desk/ui/action.tsx";
import { focusPart } from "#app/desk/ui/commands.tsx";
import { inboxCalls, type InboxFileRequest } from "#domain/inbox-wire.ts";

/** Decides about a mail in a record, and says what was done. */
export function useMailDecision(reference: string) {
  const action = useAction();
  const decide = (body: InboxFileRequest, done: string) =>
    void action.run(async () => {
      await announceCall(deskSend(inboxCalls.file, body).then(() => ({ text: `${reference}: ${done}` })));
      focusPart("title"); // The button goes.
    });
  return { action, decide };
}
