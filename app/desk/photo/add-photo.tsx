import { Camera, ImagePlus } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";

import { deskSend } from "#app/desk/api/desk-call.ts";
import { addPartPhoto } from "#app/desk/api/part-photo.ts";
import { Outcome, useAction } from "#app/desk/ui/action.tsx";
import { randomKey } from "#app/shared/forms/draft.ts";
import { shrinkPhoto } from "#app/shared/photos/shrink-photo.ts";
import { Button } from "#app/shared/ui/button.tsx";
import type { DraftLine } from "#domain/deals/quote.ts";
import { saleCalls } from "#domain/deals/sale-calls.ts";

import { PartPhotos } from "./part-photos.tsx";

interface AddPhotoProps {
  readonly reference: string;
  readonly line: DraftLine;
  /** Shows the camera button, on a phone. */
  readonly hasCamera: boolean;
  /** Loads the line again. */
  readonly onChange: () => Promise<unknown>;
}

interface TakenPhoto {
  readonly photo: Blob;
  /** Sent again with the same key, it is one photo. */
  readonly key: string;
}

/** Shows the photos of a line, takes one off, and adds one. A photo that could not be sent stays here to be sent again. */
export function AddPhoto({ reference, line, hasCamera, onChange }: AddPhotoProps) {
  const action = useAction();
  const [unsent, setUnsent] = useState<TakenPhoto | null>(null);
  const send = async (taken: TakenPhoto) => {
    setUnsent(taken);
    await addPartPhoto({ ref: reference, line: line.id, photo: taken.photo }, taken.key);
    setUnsent(null);
    await onChange();
    return `Done: it is on the line ${line.text || "of the quote"}`;
  };
  const take = (file: File) =>
    void action.run(async () => send({ photo: await shrinkPhoto(file), key: randomKey() }));
  const remove = (id: string) =>
    void action.run(async () => {
      await deskSend(saleCalls.quotePhotoRemoval, { id });
      await onChange();
    });
  const { isBusy } = action;
  const another = (line.photos ?? []).length > 0;
  return (
    <div className="grid gap-3">
      <Outcome action={action} />
      <div className="flex flex-wrap gap-3 empty:hidden">
        <PartPhotos reference={reference} line={line} onRemove={remove} />
      </div>
      {unsent !== null && !isBusy && (
        <Button look="action" className="min-h-16" onClick={() => void action.run(() => send(unsent))}>
          Send it again
        </Button>
      )}
      {hasCamera && (
        <FileButton
          name={`Photo of ${line.text}`}
          look={unsent === null ? "action" : "outline"}
          className="min-h-28 text-2xl"
          isCamera
          isBusy={isBusy}
          onFile={take}
        >
          <Camera aria-hidden className="size-8" />
          {isBusy ? "Sending..." : another ? "Take another one" : "Take a photo"}
        </FileButton>
      )}
      <FileButton name={`File with the picture of ${line.text}`} look="outline" isBusy={isBusy} onFile={take}>
        <ImagePlus aria-hidden className="size-5" />
        {isBusy && !hasCamera ? "Sending..." : "Choose a photo"}
      </FileButton>
    </div>
  );
}

interface FileButtonProps {
  /** Labels the file input. */
  readonly name: string;
  readonly look: "action" | "outline";
  readonly className?: string;
  /** Opens the camera, which offers no older photos. */
  readonly isCamera?: boolean;
  readonly isBusy: boolean;
  readonly onFile: (file: File) => void;
  readonly children: ReactNode;
}

function FileButton({ name, isCamera = false, isBusy, onFile, children, ...look }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        {...(isCamera && { capture: "environment" })}
        aria-label={name}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = ""; // Lets the same photo be chosen again.
          if (file !== undefined) onFile(file);
        }}
      />
      <Button
        {...look}
        aria-disabled={isBusy}
        onClick={() => {
          if (!isBusy) input.current?.click();
        }}
      >
        {children}
      </Button>
    </>
  );
}
