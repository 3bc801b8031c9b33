import { useEffect, useMemo } from "react";
import { useSearchParams } from "react-router";

import { submissionOf } from "#app/desk/api/list-view.ts";
import { TabList } from "#app/desk/list/tab-list.tsx";
import { ConnectionLine } from "#app/desk/live/connection-line.tsx";
import { LiveAnnouncer } from "#app/desk/live/live-announcer.tsx";
import { useLive } from "#app/desk/live/use-live.ts";
import { usePageUpkeep } from "#app/desk/live/use-page-upkeep.ts";
import { DeskHeader } from "#app/desk/session/headers.tsx";
import { leaveDesk } from "#app/desk/session/session-end.ts";
import { DeskBasicsContext, DeskPageContext, PresenceContext } from "#app/desk/state/desk-page.ts";
import { listKey } from "#app/desk/state/desk-view.ts";
import { lastList } from "#app/desk/state/last-list.ts";
import { useDesk } from "#app/desk/state/use-desk.ts";
import { useView } from "#app/desk/state/use-view.ts";
import { viewerOf } from "#app/desk/state/viewer.ts";
import { withView } from "#app/desk/ui/desk-link.ts";
import { useUser } from "#app/desk/ui/use-user.ts";
import { pageMeta } from "#app/shared/document/page-meta.ts";
import { useCalendar, useNow } from "#app/shared/document/use-clock.ts";
import type { DeskPerson } from "#domain/desk.ts";

import { DeskBody } from "./desk-body.tsx";
import { InstallationNotices, OutageNotices } from "./notices.tsx";

export const meta = () => pageMeta({ title: "Desk", hidden: true });

const nobody: readonly DeskPerson[] = [];

export default function DeskPage() {
  const user = useUser();
  const [search] = useSearchParams();
  const { view, current, go, isRecordLink } = useView(user.id);
  const { desk, state } = useDesk(view, user, () => void leaveDesk(withView("/admin-login", search)));
  // A link in a mail names no tab. It is known once the record is loaded.
  const isLinkOpen = isRecordLink && state.opened?.record.ref_number === view.reference;
  const linkedTable = isLinkOpen ? state.opened.submission.table : undefined;
  useEffect(() => {
    if (linkedTable !== undefined) go({ ...view, table: linkedTable }, { replace: true });
  });

  // Neither a list nor a record is named: the user comes in.
  const entry = search.size === 0 ? { ...view, ...lastList(user) } : view;
  const isElsewhere = listKey(entry) !== listKey(view);
  useEffect(() => {
    if (isElsewhere) go(entry, { replace: true });
  });

  const live = useLive(desk, user, view.reference);
  const now = useNow();
  const calendar = useCalendar();
  usePageUpkeep(desk, state.summary, now);
  const people = state.summary?.people ?? nobody;
  const viewer = useMemo(() => viewerOf(user, people), [user, people]);
  const basics = useMemo(() => ({ desk, viewer, now, calendar }), [desk, viewer, now, calendar]);
  const page = useMemo(() => ({ ...basics, view, current, go, state }), [basics, view, current, go, state]);
  const isOpen = view.reference !== null;
  return (
    <DeskBasicsContext value={basics}>
      <DeskPageContext value={page}>
        <ConnectionLine connection={live.connection} onSignIn={() => void desk.reload()} />
        <LiveAnnouncer update={live.update} />
        <DeskHeader isQuiet={isOpen} onRefresh={() => void desk.reload()} />
        <main className={`mx-auto max-w-[120rem] px-4 pb-4 lg:px-6 ${isOpen ? "max-lg:pb-0" : ""}`}>
          <div className={isOpen ? "max-lg:hidden" : ""}>
            <TabList
              selected={submissionOf(view)}
              countOf={({ table }) => state.totalOf(table)}
              onSelect={({ table }) => go({ ...view, table, reference: null })}
            />
          </div>
          <InstallationNotices notices={state.notices} />
          <OutageNotices outages={state.outages} now={now} />
          <PresenceContext value={live.presence}>
            <DeskBody />
          </PresenceContext>
        </main>
      </DeskPageContext>
    </DeskBasicsContext>
  );
}
