import { ToolButton } from "#app/desk/ui/tool.tsx";
import type { DealForDesk } from "#domain/deals/deal-wire.ts";
import type { QuoteDraft } from "#domain/deals/quote.ts";

import { draftLines } from "./draft-summary.tsx";
import type { DraftKeeper } from "./quote-draft.ts";

interface DraftConflictProps {
  readonly keeper: DraftKeeper;
  readonly mine: QuoteDraft;
  readonly deal: DealForDesk;
}

/** Someone else has saved the same draft: shows both, and the user chooses. */
export function DraftConflict({ keeper, mine, deal }: DraftConflictProps) {
  const { draft, draft_version: version } = deal;
  const isLoaded = version > keeper.version;
  return (
    <div role="alert" className="border-warn bg-warn-soft grid gap-3 rounded-sm border-l-4 p-3">
      <p className="text-warn font-semibold">
        Someone else has saved this quote since you began. Nothing was overwritten.
      </p>
      {isLoaded && (
        <div className="grid gap-3 sm:grid-cols-2">
          <Side title="Theirs" draft={draft}>
            <ToolButton className="px-3" onClick={() => keeper.takeTheirs({ draft, version })}>
              Take theirs
            </ToolButton>
          </Side>
          <Side title="Yours" draft={mine}>
            <ToolButton className="px-3" onClick={() => void keeper.keepMine(version)}>
              Keep mine
            </ToolButton>
          </Side>
        </div>
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
