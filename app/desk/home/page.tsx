import { useEffect, useMemo } from "react";
import { useSearchParams } from "react-router";

import { submissionOf } from "#app/desk/api/list-view.ts";
import { countOf } from "#app/desk/list/list-text.ts";
import { TabList } from "#app/desk/list/tab-list.tsx";
import { ConnectionLine, LiveAnnouncer } from "#app/desk/live/live-lines.tsx";
import { useLive } from "#app/desk/live/use-live.ts";
import { DeskHeader } from "#app/desk/session/headers.tsx";
import { useUser } from "#app/desk/session/user.ts";
import { DeskBasicsContext, DeskPageContext, PresenceContext, viewerOf } from "#app/desk/state/desk-page.ts";
import { lastList, listKey } from "#app/desk/state/desk-view.ts";
import { reloadDesk, useDesk } from "#app/desk/state/use-desk.ts";
import { useView } from "#app/desk/state/use-view.ts";
import { pageMeta } from "#app/shared/document/page-meta.ts";
import { useCalendar, useNow } from "#app/shared/document/use-clock.ts";
import type { DeskPerson, DeskSummary } from "#domain/desk.ts";
import { submissions } from "#domain/forms/submissions.ts";
import { initialStatus } from "#domain/record-status.ts";

import { DeskBody } from "./desk-body.tsx";
import { InstallationNotices, OutageNotices } from "./notices.tsx";

export const meta = () => pageMeta({ title: "Desk", hidden: true });

const nobody: readonly DeskPerson[] = [];

export default function DeskPage() {
  const user = useUser();
  const [search] = useSearchParams();
  const { view, current, go, isRecordLink } = useView(user.id);
  const state = useDesk(view, user);
  // A link in a mail names no tab. It is known once the record is loaded.
  const isLinkOpen = isRecordLink && state.opened?.record.ref_number === view.reference;
  const linkedTable = isLinkOpen ? state.opened.submission.table : undefined;
  useEffect(() => {
    if (linkedTable !== undefined) go({ ...view, table: linkedTable }, { replace: true });
  });

  // An address without a list or record is the way in: the user gets their last list.
  const entry = search.size === 0 ? { ...view, ...lastList(user) } : view;
  const isElsewhere = listKey(entry) !== listKey(view);
  useEffect(() => {
    if (isElsewhere) go(entry, { replace: true });
  });

  const live = useLive(user, view.reference);
  const now = useNow();
  const calendar = useCalendar();
  useTitleCounts(state.summary);
  const people = state.summary?.people ?? nobody;
  const viewer = useMemo(() => viewerOf(user, people), [user, people]);
  const basics = useMemo(() => ({ viewer, now, calendar }), [viewer, now, calendar]);
  const page = useMemo(() => ({ ...basics, view, current, go, state }), [basics, view, current, go, state]);
  const isOpen = view.reference !== null;
  return (
    <DeskBasicsContext value={basics}>
      <DeskPageContext value={page}>
        <ConnectionLine connection={live.connection} onSignIn={() => void reloadDesk()} />
        <LiveAnnouncer update={live.update} />
        <DeskHeader
          isQuiet={isOpen}
          onRefresh={() => void reloadDesk()}
          unfiled={state.summary?.unfiled ?? 0}
        />
        <main className={`mx-auto max-w-[120rem] px-4 pb-4 lg:px-6 ${isOpen ? "max-lg:pb-0" : ""}`}>
          <div className={isOpen ? "max-lg:hidden" : ""}>
            <TabList
              selected={submissionOf(view)}
              countOf={({ table }) => totalOf(state.summary, table)}
              onSelect={({ table }) => go({ ...view, table, reference: null })}
            />
          </div>
          <InstallationNotices
            notices={state.notices}
            isOwner={user.desk_role === "owner"}
            failedIn={submissions.find(({ table }) => state.summary?.counts[table]?.mail_problems)?.table}
          />
          <OutageNotices outages={state.outages} now={now} />
          <PresenceContext value={live.others}>
            <DeskBody />
          </PresenceContext>
        </main>
      </DeskPageContext>
    </DeskBasicsContext>
  );
}

function totalOf(summary: DeskSummary | null, table: string): number | null {
  const counts = summary?.counts[table];
  return counts === undefined ? null : countOf("all", counts);
}

const countedTo = 999;

/** Starts the page's title with the numbers of new records and of failed mails, for tabs in the background. */
function useTitleCounts(summary: DeskSummary | null): void {
  const counts = Object.values(summary?.counts ?? {});
  const count = counts.reduce((sum, { statuses }) => sum + (statuses[initialStatus] ?? 0), 0);
  const failed = counts.reduce((sum, { mail_problems: problems }) => sum + problems, 0);
  useEffect(() => {
    const { title } = document;
    const number = count > countedTo ? `${countedTo}+` : String(count);
    const mails = failed === 1 ? "1 mail failed" : `${failed} mails failed`;
    const numbers = [...(count > 0 ? [number] : []), ...(failed > 0 ? [mails] : [])].join(", ");
    const counted = numbers === "" ? title : `(${numbers}) ${title}`;
    document.title = counted;
    return () => {
      // The next page may have set its own title already.
      if (document.title === counted) document.title = title;
    };
  }, [count, failed]);
}
