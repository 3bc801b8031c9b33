import { RefreshCw } from "lucide-react";

import { figures as loadFigures } from "#app/desk/api/desk.ts";
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

import { countInWords, measures, openTimeInWords, waitingOf } from "./measures.ts";
import { TraitSection } from "./trait-section.tsx";
import { WeekSection } from "./week-section.tsx";

export const meta = () => pageMeta({ title: "Figures", hidden: true });

/** What the owner asks for: how much comes in, of what, and whether the promises are kept. */
export default function FiguresPage() {
  const state = useLoaded(loadFigures);
  return (
    <>
      <BackHeader title="Figures" />
      <main className="mx-auto max-w-[74rem] px-4 pt-4 pb-16 lg:px-8 lg:pt-6">
        {state.data === null ? (
          <Loading state={state} />
        ) : (
          <>
            {state.problem !== null && <Loading state={state} />}
            <Shown figures={state.data} onRefresh={() => void state.reload()} />
          </>
        )}
      </main>
    </>
  );
}

interface ShownProps {
  readonly figures: Statistics;
  readonly onRefresh: () => void;
}

function Shown({ figures, onRefresh }: ShownProps) {
  const isEmpty = figures.kinds.every(({ total }) => total.received === 0);
  return (
    <div className="grid gap-5">
      <Today figures={figures} />
      <div className="mt-3 flex flex-wrap items-baseline justify-between gap-3">
        <h2 className="text-2xl">The last {figures.mondays.length} weeks</h2>
        <button type="button" onClick={onRefresh} className={`${toolClasses} px-4 text-sm`}>
          <RefreshCw aria-hidden className="size-4 shrink-0" /> Refresh
        </button>
      </div>
      {isEmpty ? (
        <p className="border-line bg-surface-raised rounded-sm border p-6 text-center">
          Nothing came in these {figures.mondays.length} weeks. Figures appear with the first submission.
        </p>
      ) : (
        <Weeks figures={figures} />
      )}
      <HowCounted />
    </div>
  );
}

function Weeks({ figures }: { readonly figures: Statistics }) {
  return (
    <>
      {measures.map((measure) => (
        <WeekSection key={measure.title} measure={measure} figures={figures} />
      ))}
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <TraitSection
          title="By brand"
          heading="Brand"
          intro="The most frequent of quote requests and vehicles."
          traits={figures.makes}
        />
        <TraitSection
          title="By part"
          heading="Part"
          intro="The most frequent of quote requests."
          traits={figures.parts}
        />
      </div>
    </>
  );
}

/** What came since midnight, by kind, and how it stands. */
function Today({ figures: { date, kinds } }: { readonly figures: Statistics }) {
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
              {countInWords(today.received)}
              <span className="sr-only"> received</span>
            </p>
            <p className="text-sm">
              {countInWords(today.in_time)} answered in time, {countInWords(today.late)} late,{" "}
              {countInWords(waitingOf(today))} waiting
            </p>
            {today.median_minutes !== null && (
              <p className="text-ink-muted text-sm">
                Median {openTimeInWords(today.median_minutes)} to the answer
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What the figures mean, in words. */
function HowCounted() {
  return (
    <section aria-labelledby="how-counted" className="max-w-[65ch] text-sm">
      <h2 id="how-counted" className="text-xl">
        How it is counted
      </h2>
      <ul className="text-ink-muted mt-2 grid list-disc gap-1.5 pl-5">
        <li>A week begins on Monday, a day at midnight, in New Zealand. A record counts where it came in.</li>
        <li>
          A record is answered when somebody takes it out of New, to whichever status. One that is put back to
          New waits again, and its next change counts.
        </li>
        <li>
          In time means by the moment that the visitor was told: by closing time of{" "}
          {replyPhrase(quoteRequest.replyRule)} for quotes, {replyPhrase(contactMessage.replyRule)} for
          messages, {replyPhrase(vehicleSubmission.replyRule)} for vehicles. Public holidays and our own
          closures are left out, as on the website.
        </li>
        <li>Late is what was answered after that moment, or has not been answered though it has passed.</li>
        <li>
          The time to the answer counts opening hours only ({business.hours}), and only of what has been
          answered. It is the median.
        </li>
        <li>Brands and parts are as visitors wrote them, capitals apart.</li>
        <li>Records that were removed after their 24 months, or erased, are no longer counted.</li>
      </ul>
    </section>
  );
}
