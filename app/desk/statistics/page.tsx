import { RefreshCw } from "lucide-react";

import { figures as loadFigures } from "#app/desk/api/statistics.ts";
import { BackHeader } from "#app/desk/session/back-header.tsx";
import { Loading } from "#app/desk/ui/loading.tsx";
import { toolClasses } from "#app/desk/ui/tool.ts";
import { useLoaded } from "#app/desk/ui/use-loaded.ts";
import { pageMeta } from "#app/shared/document/page-meta.ts";
import type { Figures } from "#domain/figures.ts";

import { HowCounted } from "./how-counted.tsx";
import { measures } from "./measures.ts";
import { Today } from "./today.tsx";
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
  readonly figures: Figures;
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

function Weeks({ figures }: { readonly figures: Figures }) {
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
