import { Inbox } from "lucide-react";

import { Button } from "#app/ui/button.tsx";

import type { LinkedRecord, RecordList as List } from "./desk.ts";
import { RecordCard } from "./record-card.tsx";
import type { Tab } from "./tabs.ts";
import type { DeskState } from "./use-desk.ts";
import { useNow } from "./use-now.ts";

interface RecordListProps {
  readonly tab: Tab;
  readonly list: List;
  readonly linked: LinkedRecord | null;
  readonly state: DeskState;
}

/** The records of one tab, newest first; one that was asked for and is older comes before them. */
export function RecordList({ tab, list, linked, state }: RecordListProps) {
  const now = useNow();
  const { submission } = tab;
  if (submission === null || list.records.length === 0) return <EmptyState words={tab.empty} />;

  const pinned = linked?.table === tab.table && !linked.isListed ? [linked.record] : [];
  return (
    <>
      <ol className="divide-y divide-line rounded-sm border border-line bg-surface-raised">
        {[...pinned, ...list.records].map((record) => (
          <li key={record.id}>
            <RecordCard
              submission={submission}
              record={record}
              now={now}
              isLinked={record.id === linked?.record.id}
              onStatus={(id, status) => state.setStatus(submission, id, status)}
            />
          </li>
        ))}
      </ol>
      {list.records.length < list.total && (
        <p className="mt-4 text-center">
          <Button look="outline" disabled={state.isLoading} onClick={() => void state.loadMore(submission)}>
            Load more
          </Button>
        </p>
      )}
    </>
  );
}

function EmptyState({ words }: { readonly words: string }) {
  return (
    <div className="grid justify-items-center gap-3 rounded-sm border border-dashed border-line-strong px-4 py-16 text-center text-ink-muted">
      <Inbox aria-hidden className="size-8" strokeWidth={1.5} />
      <p className="font-sign text-2xl font-semibold">{words}</p>
    </div>
  );
}
