import { Camera } from "lucide-react";
import { useRef, useState } from "react";
import { Link, useSearchParams } from "react-router";

import { readDeal } from "#app/desk/api/deals.ts";
import { addPartPhoto } from "#app/desk/api/sales.ts";
import { BackHeader } from "#app/desk/session/headers.tsx";
import { recordLink } from "#app/desk/state/desk-view.ts";
import { Outcome, useAction } from "#app/desk/ui/action.tsx";
import { Loading, useLoaded } from "#app/desk/ui/loaded.tsx";
import { pageMeta } from "#app/shared/document/page-meta.ts";
import { randomKey } from "#app/shared/forms/draft.ts";
import { shrinkPhoto } from "#app/shared/photos/shrink-photo.ts";
import { Button } from "#app/shared/ui/button.tsx";
import type { DraftLine } from "#domain/deals/quote.ts";

export const meta = () => pageMeta({ title: "Photo of a part", hidden: true });

/** Where the code in the quote leads a phone: it takes photos of one line. */
export default function PhotoPage() {
  const [search] = useSearchParams();
  const [reference, id] = [search.get("ref") ?? "", search.get("line") ?? ""];
  const state = useLoaded(`photo-${reference}`, () => readDeal(reference));
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
            <TakePhoto reference={reference} line={line} />
          </>
        )}
        <Link to={recordLink(reference)} className="text-link inline-flex min-h-11 items-center">
          Back to the quote
        </Link>
      </main>
    </>
  );
}

interface TakePhotoProps {
  readonly reference: string;
  readonly line: DraftLine;
}

interface Taken {
  readonly photo: Blob;
  /** The same photo again is one photo. */
  readonly key: string;
}

/** A photo that could not be sent stays here to be sent again. */
function TakePhoto({ reference, line }: TakePhotoProps) {
  const action = useAction();
  const input = useRef<HTMLInputElement>(null);
  const [count, setCount] = useState(line.photos?.length ?? 0);
  const [unsent, setUnsent] = useState<Taken | null>(null);
  const send = async (taken: Taken) => {
    setUnsent(taken);
    const photos = await addPartPhoto({ ref: reference, line: line.id, photo: taken.photo }, taken.key);
    setUnsent(null);
    setCount(photos.length);
    return `Done: it is on the line ${line.text || "of the quote"}`;
  };
  const take = (file: File) =>
    action.run(async () => send({ photo: await shrinkPhoto(file), key: randomKey() }));
  return (
    <div className="grid gap-3">
      <Outcome action={action} />
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture="environment"
        aria-label={`Photo of ${line.text}`}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = ""; // The same photo can be chosen again.
          if (file !== undefined) void take(file);
        }}
      />
      {unsent !== null && !action.isBusy && (
        <Button look="action" className="min-h-16" onClick={() => void action.run(() => send(unsent))}>
          Send it again
        </Button>
      )}
      <Button
        look={unsent === null ? "action" : "outline"}
        className="min-h-28 text-2xl"
        aria-disabled={action.isBusy}
        onClick={() => {
          if (!action.isBusy) input.current?.click();
        }}
      >
        <Camera aria-hidden className="size-8" />
        {action.isBusy ? "Sending..." : count === 0 ? "Take a photo" : "Take another one"}
      </Button>
      <p className="text-ink-muted">
        {count === 0
          ? "The customer sees it next to the price."
          : `${count} on this line. The customer sees them next to the price.`}
      </p>
    </div>
  );
}
