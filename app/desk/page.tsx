import { useEffect } from "react";
import { useSearchParams } from "react-router";

import { pageMeta } from "#app/shared/document/page-meta.ts";

import { submissionOf } from "./api/list-view.ts";
import { DeskBody } from "./desk-body.tsx";
import { InstallationNotices } from "./installation-notices.tsx";
import { TabList } from "./list/tab-list.tsx";
import { ConnectionLine } from "./live/connection-line.tsx";
import { LiveAnnouncer } from "./live/live-announcer.tsx";
import { useLive } from "./live/use-live.ts";
import { useTitle } from "./live/use-title.ts";
import { useWaking } from "./live/use-waking.ts";
import { useWarnings } from "./live/use-warnings.ts";
import { OutageNotices } from "./outage-notices.tsx";
import { PanelHeader } from "./panel-header.tsx";
import { viewerOf } from "./record-parts/viewer.ts";
import { leaveDesk, signOut } from "./session/leave-desk.ts";
import { totalOf } from "./state/desk-state.ts";
import { useDesk } from "./state/use-desk.ts";
import { useView } from "./state/use-view.ts";
import { withView } from "./ui/panel-link.ts";
import { useUser } from "./ui/use-user.ts";

export const meta = () => pageMeta({ title: "Desk", hidden: true });

/** The desk: every submission, by kind, for staff to read and progress. */
export default function Panel() {
  const user = useUser();
  const [search] = useSearchParams();
  const { view, go, isRecordLink } = useView(user.id);
  const { desk, state } = useDesk(view, user, () => void leaveDesk(withView("/admin-login", search)));
  // The tab of a record that a mail links to is known once it is open.
  const isLinkOpen = isRecordLink && state.opened?.record.ref_number === view.reference;
  const linkedTable = isLinkOpen ? state.opened.submission.table : undefined;
  useEffect(() => {
    if (linkedTable !== undefined) go({ ...view, table: linkedTable }, { replace: true });
  });

  const live = useLive(desk, view.reference);
  useTitle(state.summary);
  useWaking(desk, state.summary);
  useWarnings(desk);
  const viewer = viewerOf(user, state.summary?.people ?? [], live.presence);
  const isOpen = view.reference !== null;
  return (
    <>
      <ConnectionLine connection={live.connection} onSignIn={() => void desk.reload()} />
      <LiveAnnouncer news={live.news} viewer={viewer} reference={view.reference} />
      <PanelHeader
        user={user}
        isQuiet={isOpen}
        onRefresh={() => void desk.reload()}
        onLogout={() => void signOut()}
      />
      <main className={`mx-auto max-w-[120rem] px-4 pt-4 pb-4 lg:px-8 ${isOpen ? "max-lg:pb-0" : ""}`}>
        <div className={isOpen ? "max-lg:hidden" : ""}>
          <TabList
            selected={submissionOf(view)}
            countOf={({ table }) => totalOf(state, table)}
            onSelect={({ table }) => go({ ...view, table, reference: null })}
          />
        </div>
        <InstallationNotices notices={state.notices} />
        <OutageNotices outages={state.outages} />
        <DeskBody {...{ view, go, state, desk, viewer }} />
      </main>
    </>
  );
}
