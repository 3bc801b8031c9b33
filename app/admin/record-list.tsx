import { useCalendar } from "#app/document/use-calendar.ts";
import { useNow } from "#app/document/use-now.ts";
import { Button } from "#app/ui/button.tsx";
import type { Submission, SubmissionRecord } from "#domain/submission.ts";

import type { DeskList, LinkedRecord } from "./desk.ts";
import { EmptyState } from "./list-states.tsx";
import { RecordCard } from "./record-card.tsx";
import type { DeskState } from "./use-desk.ts";

interface RecordListProps {
  readonly submission: Submission;
  readonly list: DeskList;
  readonly linked: LinkedRecord | null;
  readonly state: DeskState;
}

/** The records of one tab, newest first. One that was asked for and is older stands before them. */
export function RecordList({ submission, list, linked, state }: RecordListProps) {
  const now = useNow();
  const calendar = useCalendar();
  if (list.records.length === 0) return <EmptyState words={submission.tab.empty} />;

  const card = (record: SubmissionRecord) => (
    <RecordCard
      submission={submission}
      record={record}
      now={now}
      calendar={calendar}
      isLinked={record.id === linked?.record.id}
      onStatus={(id, status) => state.setStatus(submission, id, status)}
      onOrder={(id, placed) => state.setOrderPlaced(submission, id, placed)}
    />
  );
  const pinned = linked?.table === submission.table && !linked.isListed ? linked.record : null;
  return (
    <>
      {pinned !== null && (
        <section aria-label="The record you asked for" className="bg-surface-raised mb-6 rounded-sm">
          {card(pinned)}
        </section>
      )}
      <ol className="divide-line border-line bg-surface-raised divide-y rounded-sm border">
        {list.records.map((record) => (
          <li key={record.id}>{card(record)}</li>
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
