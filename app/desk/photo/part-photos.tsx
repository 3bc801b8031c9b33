import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";

import { deskCall } from "#app/desk/api/desk-call.ts";
import type { DraftLine } from "#domain/deals/quote.ts";
import { photoUrl, saleCalls } from "#domain/deals/sale-calls.ts";
import type { Photo } from "#domain/deals/sale.ts";

interface PartPhotosProps {
  readonly reference: string;
  readonly line: DraftLine;
  readonly onRemove: (id: string) => void;
}

/** The photos of the part, each with a button that takes it off the line. */
export function PartPhotos({ reference, line, onRemove }: PartPhotosProps) {
  const name = line.text || "this line";
  return usePhotosOf(reference, line).map(({ id, url }, index) => (
    <span key={id} className="relative">
      <a href={url} target="_blank" rel="noreferrer">
        <img
          src={`${url}?w=320`}
          alt={`${index + 1} of ${name}`}
          className="border-line-strong bg-surface-sunken size-16 rounded-sm border object-cover pointer-coarse:size-28"
        />
      </a>
      <button
        type="button"
        aria-label={`Take photo ${index + 1} off ${name}`}
        className="bg-surface-raised border-line-strong hover:bg-surface-sunken absolute -top-2 -right-2 inline-flex size-7 items-center justify-center rounded-full border pointer-coarse:size-11"
        onClick={() => onRemove(id)}
      >
        <X aria-hidden className="size-4" />
      </button>
    </span>
  ));
}

/** Returns the photos that the draft names, in its order. */
function usePhotosOf(reference: string, { photos = [] }: DraftLine): readonly Pick<Photo, "id" | "url">[] {
  const { data } = useQuery({
    queryKey: ["part-photos", reference, photos.join()],
    queryFn: () =>
      photos.length === 0 ? { photos: [] } : deskCall(saleCalls.quotePhotos, { ref: reference }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });
  return photos.flatMap((sha256) => {
    const own = data?.photos.find((photo) => photo.sha256 === sha256);
    // Those of a part in stock are not the request's: their hash leads to them.
    return data === undefined ? [] : [own ?? { id: sha256, url: photoUrl(sha256) }];
  });
}
