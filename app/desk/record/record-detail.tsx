import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";

import type { OpenRecord } from "#app/desk/api/desk.ts";
import { StatusSelect } from "#app/desk/record-parts/status-select.tsx";
import type { Viewer } from "#app/desk/record-parts/viewer.ts";
import type { Desk } from "#app/desk/state/desk.ts";
import { useCalendar } from "#app/shared/document/use-calendar.ts";
import { useNow } from "#app/shared/document/use-now.ts";
import { formatNzDateTime } from "#domain/nz-time.ts";

import { DetailHeader } from "./detail-header.tsx";
import { History } from "./history.tsx";
import { NoteForm } from "./note-form.tsx";
import { PhoneBar } from "./phone-bar.tsx";
import { RecordFields } from "./record-fields.tsx";
import { RecordTools } from "./record-tools.tsx";
import { RelatedRecords } from "./related-records.tsx";
import { ReplyByMail } from "./reply-by-mail.tsx";
import { useReply } from "./use-reply.ts";

interface RecordDetailProps {
  readonly opened: OpenRecord;
  readonly viewer: Viewer;
  readonly desk: Desk;
  /** Where the list is without it. */
  readonly closeTo: string;
}

/** One record with all that is known about it, and everything that can be done. */
export function RecordDetail({ opened, viewer, desk, closeTo }: RecordDetailProps) {
  const { submission, record, events, related } = opened;
  const now = useNow();
  const calendar = useCalendar();
  const reply = useReply(submission, record, viewer.user);
  const detail = useRef<HTMLElement>(null);
  const [printsHistory, setPrintsHistory] = useState(true);
  const print = (withHistory: boolean) => {
    flushSync(() => setPrintsHistory(withHistory));
    window.print();
  };
  useEffect(() => {
    detail.current?.scrollTo({ top: 0 });
    if (window.matchMedia("(width < 64rem)").matches) window.scrollTo({ top: 0 });
    detail.current?.querySelector<HTMLElement>("h2")?.focus({ preventScroll: true });
  }, [record.id]);

  return (
    <article
      ref={detail}
      data-paper
      aria-labelledby="detail-reference detail-title"
      className="border-line bg-surface-raised -mx-4 min-w-0 self-start lg:sticky lg:top-3 lg:mx-0 lg:max-h-[calc(100dvh-1.5rem)] lg:overflow-y-auto lg:rounded-sm lg:border"
    >
      <DetailHeader {...{ submission, record, viewer, now, calendar, closeTo }} onPrint={print} />
      <div className="grid gap-x-10 gap-y-6 px-4 py-3 lg:px-6 xl:grid-cols-2 print:block">
        <RecordFields {...{ submission, record, desk }} />
        <div className="grid content-start gap-5 print:mt-6 print:block print:space-y-6">
          <div className="grid gap-5 print:hidden">
            <ReplyByMail reply={reply} />
            <RecordTools {...{ submission, record, viewer, now, calendar, desk }} />
          </div>
          <section
            aria-labelledby="history-title"
            className={`grid gap-3 ${printsHistory ? "" : "print:hidden"}`}
          >
            <h3 id="history-title" className="text-lg">
              Notes and history
            </h3>
            <NoteForm
              key={record.ref_number}
              reference={record.ref_number}
              userId={viewer.user.id}
              onAdd={(text, key) => desk.addNote(record.ref_number, text, key)}
            />
            <History {...{ submission, events, viewer, now }} />
          </section>
          <div className="contents print:hidden">
            <RelatedRecords related={related} now={now} />
          </div>
          <p className="text-ink-muted hidden text-sm print:block">
            Printed {formatNzDateTime(now)} by <bdi>{viewer.user.full_name || viewer.user.email}</bdi>
          </p>
        </div>
      </div>
      <PhoneBar closeTo={closeTo} replyHref={reply.href}>
        <StatusSelect record={record} onChange={(seen, status) => desk.setStatus(submission, seen, status)} />
      </PhoneBar>
    </article>
  );
}
