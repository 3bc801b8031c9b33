import { useCallback, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";

import { logout } from "#app/api/session.ts";
import { pageMeta } from "#app/document/page-meta.ts";
import type { Submission } from "#domain/submission.ts";

import { BackupNotice } from "./backup-notice.tsx";
import { ListFailure, ListSkeleton } from "./list-states.tsx";
import { OutageNotices } from "./outage-notices.tsx";
import { PanelHeader } from "./panel-header.tsx";
import { PanelNotices } from "./panel-notices.tsx";
import { linkedReference, withReference } from "./record-link.ts";
import { RecordList } from "./record-list.tsx";
import { statusLine } from "./status-line.ts";
import { tabFor } from "./tab-for.ts";
import { tabId, TabList, tabPanelId } from "./tab-list.tsx";
import { useDesk } from "./use-desk.ts";
import { useUser } from "./use-user.ts";

export const meta = () => pageMeta({ title: "Desk", hidden: true });

/** The desk: every submission, by kind, for staff to read and progress. */
export default function Panel() {
  const user = useUser();
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const reference = linkedReference(search);
  // Leaving the asked-for record behind is no reason to load everything again.
  const [askedFor] = useState(reference);

  const leave = useCallback(
    async (returnTo: string | null) => {
      await logout();
      await navigate(withReference("/admin-login", returnTo));
    },
    [navigate],
  );
  const state = useDesk(
    askedFor,
    useCallback(() => void leave(askedFor), [leave, askedFor]),
  );

  const { desk } = state;
  const linked = reference === null ? null : (desk?.linked ?? null);
  const submission = tabFor(search.get("tab") ?? linked?.table);
  const list = desk?.lists.get(submission.table) ?? { records: [], total: 0 };
  const select = ({ table }: Submission) =>
    setSearch({ tab: table }, { replace: true, preventScrollReset: true });

  return (
    <>
      <PanelHeader user={user} onRefresh={() => void state.reload()} onLogout={() => void leave(null)} />
      <main className="mx-auto max-w-[100rem] px-4 pt-4 pb-16 lg:px-8">
        <TabList
          selected={submission}
          countOf={({ table }) => (desk === null ? null : (desk.lists.get(table)?.total ?? 0))}
          onSelect={select}
        />
        <PanelNotices problem={state.problem} status={statusLine(state, list, reference)} />
        <BackupNotice health={desk?.backups ?? null} />
        <OutageNotices outages={desk?.outages ?? []} />
        <section role="tabpanel" id={tabPanelId} aria-labelledby={tabId(submission)}>
          {desk !== null ? (
            <RecordList
              key={submission.table}
              submission={submission}
              list={list}
              linked={linked}
              state={state}
            />
          ) : state.problem === null ? (
            <ListSkeleton />
          ) : (
            <ListFailure onRetry={() => void state.reload()} />
          )}
        </section>
      </main>
    </>
  );
}
