import { useEffect, useEffectEvent } from "react";

import { reloadRecords } from "#app/desk/state/desk-client.ts";
import { useAction } from "#app/desk/ui/action.tsx";
import { ToolButton } from "#app/desk/ui/tool.tsx";
import type { DealForDesk } from "#domain/deals/deal-wire.ts";
import type { QuoteDraft } from "#domain/deals/quote.ts";

import { draftLines } from "./draft-summary.tsx";
import type { DraftKeeper } from "./quote-draft.ts";

interface DraftConflictProps {
  readonly keeper: DraftKeeper;
  readonly mine: QuoteDraft;
  /** Who saved the other draft, and when. */
  readonly problem: string | null;
  readonly deal: DealForDesk;
}

/** The draft was saved elsewhere as well: shows both, and the user chooses. */
export function DraftConflict({ keeper, mine, problem, deal }: DraftConflictProps) {
  const { draft, draft_version: version } = deal;
  const loading = useAction();
  const load = () => void loading.run(() => reloadRecords().then(() => {}));
  const loadFirst = useEffectEvent(load);
  useEffect(() => loadFirst(), []);
  return (
    <div role="alert" className="border-warn bg-warn-soft grid gap-3 rounded-sm border-l-4 p-3">
      <p className="text-warn font-semibold">{problem}.</p>
      {version > keeper.version ? (
        <div className="grid gap-3 sm:grid-cols-2">
          <Side title="The saved one" draft={draft}>
            <ToolButton className="px-3" onClick={() => keeper.takeSaved({ draft, version })}>
              Take the saved one
            </ToolButton>
          </Side>
          <Side title="This one" draft={mine}>
            <ToolButton className="px-3" onClick={() => void keeper.keepMine(version)}>
              Keep this one
            </ToolButton>
          </Side>
        </div>
      ) : (
        loading.problem !== null && (
          <p className="flex flex-wrap items-center gap-3">
            It could not be loaded: {loading.problem.message}.
            <ToolButton className="px-3" onClick={load}>
              Try again
            </ToolButton>
          </p>
        )
      )}
    </div>
  );
}

interface SideProps {
  readonly title: string;
  readonly draft: QuoteDraft | null;
  readonly children: React.ReactNode;
}

function Side({ title, draft, children }: SideProps) {
  return (
    <div className="grid content-between gap-2">
      <div>
        <h4 className="font-semibold">{title}</h4>
        <ul className="text-sm">
          {(draft === null ? ["It was sent, or thrown away"] : draftLines(draft)).map((line, index) => (
            <li key={index} className="wrap-anywhere">
              {line}
            </li>
          ))}
        </ul>
      </div>
      {children}
    </div>
  );
}
