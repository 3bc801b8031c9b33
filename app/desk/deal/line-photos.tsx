import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Camera, X } from "lucide-react";
import { Suspense, useState } from "react";
import { useNavigate } from "react-router";

import { type PartPhoto, partPhotos, removePartPhoto } from "#app/desk/api/sales.ts";
import { deskClient, recordQuery } from "#app/desk/state/desk-queries.ts";
import { useAction } from "#app/desk/ui/action.tsx";
import { Dialog } from "#app/desk/ui/dialog.tsx";
import { QrCode } from "#app/desk/ui/qr-code.tsx";
import { CopyButton, ToolButton } from "#app/desk/ui/tool.tsx";
import { Button } from "#app/shared/ui/button.tsx";
import { type DraftLine, linePhotosMost } from "#domain/deals/quote.ts";

export interface LinePhotosProps {
  readonly reference: string;
  readonly line: DraftLine;
  /** Saves the draft: the phone adds the photos to what the server has. False if that failed. */
  readonly onSave: () => Promise<boolean>;
}

/** The photos of the part, and how to take one: with this device if it is a phone, else with another. */
export function LinePhotos({ reference, line, onSave }: LinePhotosProps) {
  const photos = usePhotosOf(reference, line);
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
  const remove = (id: string) =>
    onceSaved(async () => {
      await removePartPhoto(id);
      await deskClient.invalidateQueries({ queryKey: ["record", reference] });
    });
  return (
    <div className="flex flex-wrap items-center gap-2">
      {photos.map(({ id, url }, index) => (
        <span key={id} className="relative">
          <a href={url} target="_blank" rel="noreferrer">
            <img
              src={`${url}?w=320`}
              alt={`${index + 1} of ${name}`}
              className="border-line-strong bg-surface-sunken size-16 rounded-sm border object-cover"
            />
          </a>
          <button
            type="button"
            aria-label={`Take photo ${index + 1} off ${name}`}
            className="bg-surface-raised border-line-strong hover:bg-surface-sunken absolute -top-2 -right-2 inline-flex size-7 items-center justify-center rounded-full border pointer-coarse:size-11"
            onClick={() => remove(id)}
          >
            <X aria-hidden className="size-4" />
          </button>
        </span>
      ))}
      {photos.length < linePhotosMost && (
        <ToolButton className="px-3 text-sm lg:min-h-9" aria-disabled={action.isBusy} onClick={begin}>
          <Camera aria-hidden className="size-4" /> Photo <span className="sr-only">of {name}</span>
        </ToolButton>
      )}
      <p role="alert" className="text-danger text-sm font-semibold empty:hidden">
        {action.problem?.message}
      </p>
      {isOpen && (
        <PhoneDialog
          reference={reference}
          name={name}
          address={location.origin + page}
          count={photos.length}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  );
}

/** Those that the draft names, in its order. */
function usePhotosOf(reference: string, { photos = [] }: DraftLine): readonly PartPhoto[] {
  const { data = [] } = useQuery({
    queryKey: ["part-photos", reference, photos.join()],
    queryFn: photos.length === 0 ? () => [] : () => partPhotos(reference),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });
  return photos.flatMap((sha256) => data.filter((photo) => photo.sha256 === sha256).slice(0, 1));
}

interface PhoneDialogProps {
  readonly reference: string;
  readonly name: string;
  readonly address: string;
  readonly count: number;
  readonly onClose: () => void;
}

const lookMs = 2000;

/** Hands the camera to a phone. The draft comes again with its photos: a composer takes them in without losing what is typed. */
function PhoneDialog({ reference, name, address, count, onClose }: PhoneDialogProps) {
  useQuery({ ...recordQuery(reference), refetchInterval: lookMs });
  return (
    <Dialog title={`Photo of ${name}`} isOpen onClose={onClose}>
      <p className="mt-2 mb-3">Point your phone’s camera at the code, and open the page that it offers.</p>
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
