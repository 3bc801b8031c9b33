import { ChevronRight, RefreshCw } from "lucide-react";
import type { ReactNode } from "react";

import { loadStatistics } from "#app/desk/api/desk.ts";
import { BackHeader } from "#app/desk/session/headers.tsx";
import { Loading, useLoaded } from "#app/desk/ui/loaded.tsx";
import { ToolButton } from "#app/desk/ui/tool.tsx";
import { pageMeta } from "#app/shared/document/page-meta.ts";
import { business } from "#domain/business.ts";
import { contactMessage } from "#domain/forms/contact-message.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";
import { formatDay } from "#domain/nz-time.ts";
import { replyPhrase } from "#domain/reply-rule.ts";
import { type Statistics, type TraitStatistics, openAges } from "#domain/statistics.ts";

import { BarSection } from "./bar-section.tsx";
import { formatCount, formatShare, measures, shareInTime } from "./measures.ts";
import { PeopleSection } from "./people-section.tsx";
import { type Tile, summaryTiles } from "./tiles.ts";
import { WeekSection } from "./week-section.tsx";
import { WeekTable } from "./week-table.tsx";

export const meta = () => pageMeta({ title: "Statistics", hidden: true });

export default function StatisticsPage() {
  const state = useLoaded(loadStatistics);
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
  const { date, kinds, mondays } = statistics;
  const isEmpty = kinds.every(({ total }) => total.received === 0);
  return (
    <div className="@container grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl">
          {formatDay(date)}, and the last {mondays.length} weeks
        </h2>
        <ToolButton onClick={onRefresh} className="px-4 text-sm lg:min-h-9">
          <RefreshCw aria-hidden className="size-4 shrink-0" /> Refresh
        </ToolButton>
      </div>
      <Summary tiles={summaryTiles(statistics)} />
      {isEmpty ? (
        <p className="border-line bg-surface-raised rounded-sm border p-6 text-center">
          Nothing came in during these {mondays.length} weeks. Statistics appear with the first submission.
        </p>
      ) : (
        <>
          <Charts statistics={statistics} />
          <Folded summary="Week by week">
            <div className="grid gap-x-8 gap-y-5 lg:grid-cols-2">
              {measures.map((measure) => (
                <WeekTable key={measure.title} measure={measure} statistics={statistics} />
              ))}
            </div>
          </Folded>
        </>
      )}
      <Folded summary="How we count">
        <HowCounted />
      </Folded>
    </div>
  );
}

const chartGrid = "grid gap-3 @xl:grid-cols-2 @6xl:grid-cols-4";

function Charts({ statistics }: { readonly statistics: Statistics }) {
  const { open, people, wanted, makes, parts } = statistics;
  const ages = openAges.map(({ label }, age) => ({
    label,
    count: open.reduce((total, one) => total + (one.ages[age] ?? 0), 0),
  }));
  const inTime = (trait: TraitStatistics) => ({
    label: trait.name,
    count: trait.received,
    note: formatShare(shareInTime(trait)),
  });
  return (
    <>
      <div className={chartGrid}>
        {measures.slice(0, -1).map((measure) => (
          <WeekSection key={measure.title} measure={measure} statistics={statistics} />
        ))}
        <div className="grid content-start gap-3">
          {measures.slice(-1).map((measure) => (
            <WeekSection key={measure.title} measure={measure} statistics={statistics} />
          ))}
          <PeopleSection people={people} />
        </div>
      </div>
      <div className={`${chartGrid} items-start`}>
        <BarSection
          title="Still open"
          intro="Records of all forms that are New or In progress, by when they came."
          heading="Came"
          counted="Records"
          bars={ages}
        />
        <BarSection
          title="Asked for, not sold"
          intro="Parts of requests that are cancelled or still open without an order: what to look for."
          heading="Part"
          counted="Not sold"
          noted="Asked"
          bars={wanted.map(({ name, asked, unsold }) => ({
            label: name,
            count: unsold,
            note: formatCount(asked),
          }))}
        />
        <BarSection
          title="By part"
          intro="The most frequent in quote requests."
          heading="Part"
          counted="Received"
          noted="In time"
          bars={parts.map(inTime)}
        />
        <BarSection
          title="By brand"
          intro="The most frequent in quote requests and vehicles."
          heading="Brand"
          counted="Received"
          noted="In time"
          bars={makes.map(inTime)}
        />
      </div>
    </>
  );
}

interface FoldedProps {
  readonly summary: string;
  readonly children: ReactNode;
}

function Folded({ summary, children }: FoldedProps) {
  return (
    <details className="group border-line bg-surface-raised rounded-sm border">
      <summary className="hover:bg-surface-sunken flex min-h-11 cursor-pointer items-center gap-2 px-4 font-semibold">
        <ChevronRight aria-hidden className="size-4 group-open:rotate-90" /> {summary}
      </summary>
      <div className="px-4 pt-1 pb-4">{children}</div>
    </details>
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
        The time to reply is the median, in opening hours ({business.hours}), of the records that have been
        answered. With fewer than five it is left out.
      </li>
      <li>
        The win rate is the share of the requests with a quote that the customer has approved. They count for
        the week of their first quote. What lapsed or was cancelled is not counted as approved.
      </li>
      <li>
        By person: records count for the person they are with; quotes, answers to questions, replies and calls
        for the person who made them.
      </li>
      <li>Brands and parts are counted as visitors wrote them, ignoring capitals.</li>
      <li>Records that were erased, or removed after 24 months, are no longer counted.</li>
    </ul>
  );
}

/** Figures side by side. */
function Summary({ tiles }: { readonly tiles: readonly Tile[] }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-3 @2xl:grid-cols-4 @min-[84rem]:grid-cols-8">
      {tiles.map(({ label, value, note, isAlarming = false }) => (
        <div
          key={label}
          className="border-line bg-surface-raised flex flex-col rounded-sm border px-4 py-2.5"
        >
          <dt className="text-ink-muted text-sm">{label}</dt>
          <dd className="font-sign text-3xl leading-tight font-bold 2xl:text-4xl">{value}</dd>
          <dd className={`text-sm ${isAlarming ? "text-danger font-semibold" : "text-ink-muted"}`}>{note}</dd>
        </div>
      ))}
    </dl>
  );
}
