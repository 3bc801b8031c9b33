import { Link, useSearchParams } from "react-router";

import { deskCall } from "#app/desk/api/desk-call.ts";
import { BackHeader } from "#app/desk/session/headers.tsx";
import { recordLink } from "#app/desk/state/desk-view.ts";
import { Loading, useLoaded } from "#app/desk/ui/loaded.tsx";
import { pageMeta } from "#app/shared/document/page-meta.ts";
import { dealCalls } from "#domain/deals/deal-calls.ts";

import { AddPhoto } from "./add-photo.tsx";

export const meta = () => pageMeta({ title: "Photo of a part", hidden: true });

/** Takes photos of one line: the code in the quote opens this page on a phone. */
export default function PhotoPage() {
  const [search] = useSearchParams();
  const [reference, id] = [search.get("ref") ?? "", search.get("line") ?? ""];
  const state = useLoaded(`photo-${reference}`, () => deskCall(dealCalls.quote, { ref: reference }));
  const line = state.data?.draft?.lines.find((one) => one.id === id);
  return (
    <>
      <BackHeader title="Photo" />
      <main className="mx-auto grid max-w-[32rem] gap-4 px-4 py-6">
        {state.data === null ? (
          <Loading state={state} />
        ) : line === undefined ? (
          <p role="alert" className="font-semibold">
            This line is no longer in the quote. Open the code in the quote again.
          </p>
        ) : (
          <>
            <h2 className="text-3xl leading-tight wrap-anywhere">{line.text || "A new line"}</h2>
            <p className="text-ink-muted">
              {[reference, line.machine].filter((text) => text !== null).join(" · ")}
            </p>
            <AddPhoto reference={reference} line={line} hasCamera onChange={state.reload} />
            <p className="text-ink-muted">The customer sees them next to the price.</p>
          </>
        )}
        <Link to={recordLink(reference)} className="text-link inline-flex min-h-11 items-center">
          Back to the quote
        </Link>
      </main>
    </>
  );
}
