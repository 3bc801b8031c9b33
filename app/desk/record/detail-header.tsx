import { X } from "lucide-react";
import { Link } from "react-router";

import { cardContent } from "#app/desk/record-parts/card-content.ts";
import { RecordDate } from "#app/desk/record-parts/record-date.tsx";
import { RecordMarks } from "#app/desk/record-parts/record-marks.tsx";
import { StatusBadge } from "#app/desk/record-parts/status-badge.tsx";
import type { Viewer } from "#app/desk/record-parts/viewer.ts";
import type { BusinessCalendar } from "#domain/business-calendar.ts";
import type { Submission, SubmissionRecord } from "#domain/submission.ts";

import { CopyIcon } from "./copy-icon.tsx";
import { OthersHere } from "./others-here.tsx";
import { PrintMenu } from "./print-menu.tsx";

interface DetailHeaderProps {
  readonly submission: Submission;
  readonly record: SubmissionRecord;
  readonly viewer: Viewer;
  readonly now: Date;
  readonly calendar: BusinessCalendar | null;
  readonly closeTo: string;
  readonly onPrint: (withHistory: boolean) => void;
}

/** What a record is about, how it stands, and the way back to the list. */
export function DetailHeader(props: DetailHeaderProps) {
  const { submission, record, now, closeTo, onPrint } = props;
  const { summary } = cardContent(submission, record);
  const [title, ...details] = summary;
  return (
    <header className="border-line bg-surface-raised border-b px-4 py-3 lg:px-6">
      <div className="flex flex-wrap items-center gap-x-1">
        <p className="group/field flex items-center">
          <span id="detail-reference" className="font-sign mr-1 text-lg font-semibold">
            {record.ref_number}
          </span>
          <CopyIcon what="reference" text={record.ref_number} />
        </p>
        <span className="max-lg:ml-auto">
          <StatusBadge status={record.status} />
        </span>
        <span className="max-lg:-mr-2 lg:ml-auto">
          <PrintMenu onPrint={onPrint} />
        </span>
        <Link
          to={closeTo}
          preventScrollReset
          aria-label="Close"
          className="hover:bg-surface-sunken -mr-2 inline-flex size-11 items-center justify-center rounded-sm max-lg:hidden print:hidden"
        >
          <X aria-hidden className="size-5" />
        </Link>
      </div>
      <h2
        id="detail-title"
        data-part="title"
        tabIndex={-1}
        className="mt-1 text-2xl wrap-anywhere outline-none"
      >
        <bdi>{title}</bdi>
      </h2>
      {details.map((line) => (
        <p key={line} className="text-lg leading-snug font-semibold wrap-anywhere">
          <bdi>{line}</bdi>
        </p>
      ))}
      <div className="mt-1 flex flex-wrap gap-x-5 gap-y-0.5">
        <RecordDate createdAt={record.created_at} now={now} />
        <RecordMarks {...props} />
      </div>
      <OthersHere names={props.viewer.othersAt(record.ref_number)} />
    </header>
  );
}
