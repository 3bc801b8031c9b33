import { useState } from "react";

import { deskCall } from "#app/desk/api/desk-call.ts";
import { ToastLine } from "#app/desk/home/desk-status.tsx";
import { KeyList } from "#app/desk/keyboard/key-list.tsx";
import { useFilingKeys } from "#app/desk/keyboard/use-filing-keys.ts";
import { ConnectionLine } from "#app/desk/live/live-lines.tsx";
import { useLive } from "#app/desk/live/use-live.ts";
import { BackHeader } from "#app/desk/session/headers.tsx";
import { useUser } from "#app/desk/session/user.ts";
import { showToast, useNotices } from "#app/desk/state/notices.ts";
import { reloadDesk } from "#app/desk/state/use-desk.ts";
import { EmptyPage } from "#app/desk/ui/empty-page.tsx";
import { Loading, useLoaded } from "#app/desk/ui/loaded.tsx";
import { pageMeta } from "#app/shared/document/page-meta.ts";
import { useNow } from "#app/shared/document/use-clock.ts";
import { inboxCalls, type UnfiledMail } from "#domain/inbox-wire.ts";

import { MailCard } from "./mail-card.tsx";
import { MailRow } from "./mail-row.tsx";

export const meta = () => pageMeta({ title: "Inbox", hidden: true });

const none: readonly UnfiledMail[] = [];

/** Mails that fit no record for certain, oldest first, one of them open: staff say where each belongs. */
export default function InboxPage() {
  const live = useLive(useUser(), null);
  const state = useLoaded("inbox", () => deskCall(inboxCalls.inbox, {}));
  const now = useNow();
  const { toast } = useNotices();
  const mails = state.data?.unfiled ?? none;
  const [showsKeys, setShowsKeys] = useState(false);
  const { current, open, move } = useFilingKeys(mails, () => setShowsKeys(true));
  const leave = async (text: string, reference: string | null) => {
    move(1);
    showToast({ text, ...(reference !== null && { reference }) });
    await state.reload();
  };
  return (
    <>
      <ConnectionLine connection={live.connection} onSignIn={() => void reloadDesk()} />
      <BackHeader title="Inbox" unfiled={mails.length} />
      <main className="mx-auto max-w-[60rem] px-4 pb-16 lg:px-6">
        <div
          role="status"
          className="bg-surface text-ink-muted sticky top-0 z-10 -mx-4 flex min-h-11 items-center gap-1 px-4 text-sm"
        >
          {toast === null ? <p>{statusText(mails.length)}</p> : <ToastLine toast={toast} />}
        </div>
        {(state.data === null || state.problem !== null) && <Loading state={state} />}
        {state.data?.unfiled.length === 0 && (
          <EmptyPage
            title="No mail waits to be filed"
            text="Answers to our mails go to their records by themselves. A mail that fits none for certain appears here."
          />
        )}
        {mails.length > 0 && (
          <ol
            aria-label="Mails to file"
            className="border-line bg-surface-raised divide-line -mx-4 divide-y border-y sm:mx-0 sm:rounded-sm sm:border-x"
          >
            {mails.map((mail) => (
              <li key={mail.id}>
                {mail === current ? (
                  <MailCard mail={mail} now={now} onMove={move} onLeave={leave} />
                ) : (
                  <MailRow mail={mail} now={now} onOpen={() => open(mail.id)} />
                )}
              </li>
            ))}
          </ol>
        )}
      </main>
      {showsKeys && <KeyList onClose={() => setShowsKeys(false)} />}
    </>
  );
}

function statusText(count: number): string {
  if (count === 0) return "";
  return count === 1 ? "1 mail to file" : `${count} mails to file, oldest first`;
}
