import { useQuery } from "@tanstack/react-query";
import { Camera } from "lucide-react";
import { Suspense, useState } from "react";
import { useNavigate } from "react-router";

import { deskSend } from "#app/desk/api/desk-call.ts";
import { AddPhoto } from "#app/desk/photo/add-photo.tsx";
import { PartPhotos } from "#app/desk/photo/part-photos.tsx";
import { deskClient, recordQuery } from "#app/desk/state/desk-queries.ts";
import { useAction } from "#app/desk/ui/action.tsx";
import { Dialog } from "#app/desk/ui/dialog.tsx";
import { QrCode } from "#app/desk/ui/qr-code.tsx";
import { CopyButton, ToolButton } from "#app/desk/ui/tool.tsx";
import { Button } from "#app/shared/ui/button.tsx";
import { type DraftLine, linePhotosMost } from "#domain/deals/quote.ts";
import { saleCalls } from "#domain/deals/sale-calls.ts";

export interface LinePhotosProps {
  readonly reference: string;
  readonly line: DraftLine;
  /** Saves the draft: the phone adds the photos to what the server has. False if that failed. */
  readonly onSave: () => Promise<boolean>;
  /** Takes a photo of a part in stock off the line. */
  readonly onTakeOff: (sha256: string) => void;
}

/** The photos of the part, and how to take one: with this device if it is a phone, else with another. */
export function LinePhotos({ reference, line, onSave, onTakeOff }: LinePhotosProps) {
  const { photos: { length: count } = [] } = line;
  const navigate = useNavigate();
  const action = useAction();
  const [isOpen, setIsOpen] = useState(false);
  const name = line.text || "this line";
  const page = `/admin/photo?${new URLSearchParams({ ref: reference, line: line.id })}`;
  const onceSaved = (work: () => Promise<void>) =>
    void action.run(async () => {
      if (await onSave()) await work();
    });
  const begin = () =>
    onceSaved(async () => {
      if (window.matchMedia("(pointer: coarse)").matches) await navigate(page);
      else setIsOpen(true);
    });
  const remove = (id: string) => (line.photos?.includes(id) === true ? onTakeOff(id) : removeOwn(id));
  const removeOwn = (id: string) =>
    onceSaved(async () => {
      await deskSend(saleCalls.quotePhotoRemoval, { id });
      await deskClient.invalidateQueries({ queryKey: ["record", reference] });
    });
  return (
    <div className="flex flex-wrap items-center gap-2">
      <PartPhotos reference={reference} line={line} onRemove={remove} />
      {count < linePhotosMost && (
        <ToolButton className="px-3 text-sm lg:min-h-9" aria-disabled={action.isBusy} onClick={begin}>
          <Camera aria-hidden className="size-4" /> Photo <span className="sr-only">of {name}</span>
        </ToolButton>
      )}
      <p role="alert" className="text-danger text-sm font-semibold empty:hidden">
        {action.problem?.message}
      </p>
      {isOpen && (
        <PhotoDialog
          reference={reference}
          line={line}
          address={location.origin + page}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  );
}

interface PhotoDialogProps {
  readonly reference: string;
  readonly line: DraftLine;
  readonly address: string;
  readonly onClose: () => void;
}

const lookMs = 2000;

/** Takes a file of this device, or hands the camera to a phone. The draft comes again with its photos: a composer takes them in without losing what is typed. */
function PhotoDialog({ reference, line, address, onClose }: PhotoDialogProps) {
  const { refetch } = useQuery({ ...recordQuery(reference), refetchInterval: lookMs });
  const { photos: { length: count } = [] } = line;
  return (
    <Dialog title={`Photo of ${line.text || "this line"}`} isOpen onClose={onClose}>
      <AddPhoto reference={reference} line={line} hasCamera={false} onChange={refetch} />
      <p className="mt-4 mb-3">
        Or take it with your phone: point its camera at the code, and open the page that it offers.
      </p>
      <Suspense fallback={<div className="size-52" />}>
        <QrCode label="QR code for your phone" text={address} />
      </Suspense>
      <p role="status" className="mt-3 font-semibold">
        {count === 0
          ? "No photo yet"
          : count === 1
            ? "1 photo is on the line"
            : `${count} photos are on the line`}
      </p>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <Button onClick={onClose}>Close</Button>
        <CopyButton what="link for the phone" text={address} />
      </div>
    </Dialog>
  );
}
