import { RefreshCw } from "lucide-react";

import { loadStatistics } from "#app/desk/api/desk.ts";
import { submissionOf } from "#app/desk/api/list-view.ts";
import { BackHeader } from "#app/desk/session/headers.tsx";
import { Loading, useLoaded } from "#app/desk/ui/loaded.tsx";
import { toolClasses } from "#app/desk/ui/tool.ts";
import { pageMeta } from "#app/shared/document/page-meta.ts";
import { business } from "#domain/business.ts";
import { contactMessage } from "#domain/forms/contact-message.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";
import { formatDay } from "#domain/nz-time.ts";
import { replyPhrase } from "#domain/reply-rule.ts";
import type { Statistics } from "#domain/statistics.ts";

import { formatCount, measures, formatOpenTime, waitingOf } from "./measures.ts";
import { TraitSection } from "./trait-section.tsx";
import { WeekSection } from "./week-section.tsx";

export const meta = () => pageMeta({ title: "Statistics", hidden: true });

export default function StatisticsPage() {
  const state = useLoaded(loadStatistics);
  return (
    <>
      <BackHeader title="Statistics" />
      <main className="mx-auto max-w-[74rem] px-4 pt-4 pb-16 lg:px-8 lg:pt-6">
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
  const isEmpty = statistics.kinds.every(({ total }) => total.received === 0);
  return (
    <div className="grid gap-5">
      <Today statistics={statistics} />
      <div className="mt-3 flex flex-wrap items-baseline justify-between gap-3">
        <h2 className="text-2xl">The last {statistics.mondays.length} weeks</h2>
        <button type="button" onClick={onRefresh} className={`${toolClasses} px-4 text-sm`}>
          <RefreshCw aria-hidden className="size-4 shrink-0" /> Refresh
        </button>
      </div>
      {isEmpty ? (
        <p className="border-line bg-surface-raised rounded-sm border p-6 text-center">
          Nothing came in during these {statistics.mondays.length} weeks. Statistics appear with the first
          submission.
        </p>
      ) : (
        <Weeks statistics={statistics} />
      )}
      <HowCounted />
    </div>
  );
}

function Weeks({ statistics }: { readonly statistics: Statistics }) {
  return (
    <>
      {measures.map((measure) => (
        <WeekSection key={measure.title} measure={measure} statistics={statistics} />
      ))}
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <TraitSection
          title="By brand"
          heading="Brand"
          intro="The most frequent in quote requests and vehicles."
          traits={statistics.makes}
        />
        <TraitSection
          title="By part"
          heading="Part"
          intro="The most frequent in quote requests."
          traits={statistics.parts}
        />
      </div>
    </>
  );
}

function Today({ statistics: { date, kinds } }: { readonly statistics: Statistics }) {
  return (
    <section aria-labelledby="today-title">
      <h2 id="today-title" className="text-2xl">
        Today, {formatDay(date)}
      </h2>
      <ul className="mt-3 grid gap-3 sm:grid-cols-3">
        {kinds.map(({ table, today }) => (
          <li key={table} className="border-line bg-surface-raised rounded-sm border p-4">
            <h3 className="text-ink-muted font-text text-base font-normal">
              {submissionOf({ table }).tab.title}
            </h3>
            <p className="font-sign text-5xl leading-tight font-bold">
              {formatCount(today.received)}
              <span className="sr-only"> received</span>
            </p>
            <p className="text-sm">
              {formatCount(today.in_time)} answered in time, {formatCount(today.late)} late,{" "}
              {formatCount(waitingOf(today))} waiting
            </p>
            {today.median_minutes !== null && (
              <p className="text-ink-muted text-sm">
                Median time to reply: {formatOpenTime(today.median_minutes)}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function HowCounted() {
  return (
    <section aria-labelledby="how-counted" className="max-w-[65ch] text-sm">
      <h2 id="how-counted" className="text-xl">
        How we count
      </h2>
      <ul className="text-ink-muted mt-2 grid list-disc gap-1.5 pl-5">
        <li>
          Weeks start on Monday and days at midnight, New Zealand time. A record counts for the week it came
          in.
        </li>
        <li>
          A record is answered when its status changes from New to any other. If it is set back to New, it
          waits again and its next change counts.
        </li>
        <li>
          In time means as promised to the visitor: by closing time of {replyPhrase(quoteRequest.replyRule)}{" "}
          for quotes, {replyPhrase(contactMessage.replyRule)} for messages,{" "}
          {replyPhrase(vehicleSubmission.replyRule)} for vehicles. Public holidays and our own closures are
          left out, as on the website.
        </li>
        <li>Late means answered after that moment, or still not answered when it has passed.</li>
        <li>
          The time to reply is the median, in opening hours ({business.hours}), of the records that have been
          answered.
        </li>
        <li>Brands and parts are counted as visitors wrote them, ignoring capitals.</li>
        <li>Records that were erased, or removed after 24 months, are no longer counted.</li>
      </ul>
    </section>
  );
}
