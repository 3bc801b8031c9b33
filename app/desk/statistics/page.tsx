import { Download, RefreshCw } from "lucide-react";

import { deskCall } from "#app/desk/api/desk-call.ts";
import { BackHeader } from "#app/desk/session/headers.tsx";
import { Loading, useLoaded } from "#app/desk/ui/loaded.tsx";
import { ToolButton, toolClasses } from "#app/desk/ui/tool.tsx";
import { pageMeta } from "#app/shared/document/page-meta.ts";
import { deskCalls } from "#domain/desk-wire.ts";
import { firm } from "#domain/firm.ts";
import { contactMessage } from "#domain/forms/contact-message.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";
import { formatDay } from "#domain/nz-time.ts";
import { replyPhrase } from "#domain/reply-due.ts";
import { openAges, type Statistics, type TraitStatistics } from "#domain/statistics.ts";

import { PromisesTable } from "./promises.tsx";
import { CountTable, csvOf, formatCount, formatShare, NumbersTable, shareInTime } from "./tables.tsx";

export const meta = () => pageMeta({ title: "Statistics", hidden: true });

export default function StatisticsPage() {
  const state = useLoaded("statistics", () => deskCall(deskCalls.statistics, {}));
  return (
    <>
      <BackHeader title="Statistics" />
      <main className="mx-auto max-w-[96rem] px-4 pt-4 pb-16 lg:px-6">
        {state.data === null ? (
          <Loading state={state} />
        ) : (
          <>
            {state.problem !== null && <Loading state={state} />}
            <StatisticsBody statistics={state.data} onRefresh={() => void state.reload()} />
          </>
        )}
      </main>
    </>
  );
}

interface StatisticsBodyProps {
  readonly statistics: Statistics;
  readonly onRefresh: () => void;
}

function StatisticsBody({ statistics, onRefresh }: StatisticsBodyProps) {
  const { date, kinds, mondays, open } = statistics;
  const isEmpty = kinds.every(({ total }) => total.received === 0);
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
  const overdue = sum(open.map((one) => one.overdue));
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="mr-auto text-xl">
          {formatDay(date)}, and the last {mondays.length} weeks
        </h2>
        <a
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(csvOf(statistics))}`}
          download={`statistics-${date}.csv`}
          className={`${toolClasses} px-4 text-sm lg:min-h-9`}
        >
          <Download aria-hidden className="size-4 shrink-0" /> Weeks as CSV
        </a>
        <ToolButton onClick={onRefresh} className="px-4 text-sm lg:min-h-9">
          <RefreshCw aria-hidden className="size-4 shrink-0" /> Refresh
        </ToolButton>
      </div>
      <p>
        To answer now: {formatCount(sum(open.map((one) => one.unanswered)))}.{" "}
        <span className={overdue === 0 ? "" : "text-danger font-semibold"}>
          {overdue === 0 ? "None is overdue." : `${formatCount(overdue)} overdue.`}
        </span>
      </p>
      {isEmpty ? (
        <p className="border-line bg-surface-raised rounded-sm border p-6 text-center">
          Nothing came in during these {mondays.length} weeks. Statistics appear with the first submission.
        </p>
      ) : (
        <>
          <NumbersTable statistics={statistics} />
          <Counts statistics={statistics} />
        </>
      )}
      <details className="border-line bg-surface-raised rounded-sm border px-4">
        <summary className="min-h-11 cursor-pointer py-2 font-semibold">How we count</summary>
        <div className="pt-1 pb-4">
          <HowCounted />
        </div>
      </details>
    </div>
  );
}

function Counts({
  statistics: { promises, offers, open, people, wanted, makes, parts },
}: {
  readonly statistics: Statistics;
}) {
  const ages = openAges.map(({ label }, age) => ({
    name: label,
    counts: [formatCount(open.reduce((total, one) => total + (one.ages[age] ?? 0), 0))],
  }));
  const inTime = (trait: TraitStatistics) => ({
    name: trait.name,
    counts: [formatCount(trait.received), formatShare(shareInTime(trait))],
  });
  return (
    <div className="grid items-start gap-3 md:grid-cols-2 xl:grid-cols-3">
      <PromisesTable promises={promises} />
      <CountTable
        title="Offers for machines"
        intro="Vehicles that got their first offer in these weeks. The time is the median from the form to the offer."
        columns={["Vehicles", "Offers", "Accepted", "Time"]}
        rows={[
          {
            name: "All",
            counts: [
              formatCount(offers.sent),
              offers.sent === 0 ? "–" : formatShare(offers.accepted / offers.sent),
              offers.median_minutes === null ? "–" : `${(offers.median_minutes / 60).toFixed(1)} h`,
            ],
          },
        ]}
      />
      <CountTable
        title="Still open"
        intro="Records of all forms that are New or In progress, by when they came."
        columns={["Came", "Records"]}
        rows={ages}
      />
      <CountTable
        title="By person"
        intro="Open records, and the quotes, replies and calls of these weeks."
        columns={["Name", "Open", "Quotes", "Replies", "Calls"]}
        rows={people.map(({ name, quotes, answers, replies, calls, ...person }) => ({
          name,
          counts: [person.open, quotes, answers + replies, calls].map(formatCount),
        }))}
      />
      <CountTable
        title="Asked for, not sold"
        intro="Parts of requests that are cancelled or still open without an order: what to look for."
        columns={["Part", "Not sold", "Asked"]}
        rows={wanted.map(({ name, asked, unsold }) => ({ name, counts: [unsold, asked].map(formatCount) }))}
      />
      <CountTable
        title="By part"
        intro="The most frequent in quote requests."
        columns={["Part", "Received", "In time"]}
        rows={parts.map(inTime)}
      />
      <CountTable
        title="By brand"
        intro="The most frequent in quote requests and vehicles."
        columns={["Brand", "Received", "In time"]}
        rows={makes.map(inTime)}
      />
    </div>
  );
}

function HowCounted() {
  return (
    <ul className="text-ink-muted grid max-w-[65ch] list-disc gap-1.5 pl-5 text-sm">
      <li>
        Weeks start on Monday and days at midnight, New Zealand time. A record counts for the week it came in.
      </li>
      <li>
        A record is answered when the mail server has accepted our reply or quote, when the customer approves,
        when a call is logged, or when it is completed or cancelled. Opened again, what was closed waits
        again.
      </li>
      <li>
        In time means as promised to the visitor: by closing time of {replyPhrase(quoteRequest.replyRule)} for
        quotes, {replyPhrase(contactMessage.replyRule)} for messages,{" "}
        {replyPhrase(vehicleSubmission.replyRule)} for vehicles. Public holidays and our own closures are left
        out, as on the website.
      </li>
      <li>Late means answered after that moment, or still not answered when it has passed.</li>
      <li>
        The time to reply is the median, in opening hours ({firm.hours_text}), of the records that have been
        answered. With fewer than five it is left out.
      </li>
      <li>
        The win rate is the share of the requests with a quote that the customer has approved. They count for
        the week of their first quote. What lapsed or was cancelled is not counted as approved.
      </li>
      <li>
        By person: open records count for the person they are with; quotes, answers to questions, replies and
        calls for the person who made them.
      </li>
      <li>
        Promises: answered counts requests as above; delivered counts parcels that left in these weeks, late
        if lost, or not there by the fourth business day after; fits and as described count orders delivered
        in these weeks without a return for that reason. Refused returns don’t count. Below five cases we
        don’t say.
      </li>
      <li>Brands and parts are counted as visitors wrote them, ignoring capitals.</li>
      <li>Records that were erased, or removed after 24 months, are no longer counted.</li>
    </ul>
  );
}
