import { ChevronLeft, ChevronRight } from "lucide-react";
import { type KeyboardEvent, useState } from "react";

import { deskSend } from "#app/desk/api/desk-call.ts";
import { When } from "#app/desk/record-parts/when.tsx";
import { useIsYard } from "#app/desk/session/user.ts";
import { announceCall } from "#app/desk/state/notices.ts";
import { ConfirmDialog, Dialog } from "#app/desk/ui/dialog.tsx";
import { ToolButton } from "#app/desk/ui/tool.tsx";
import { Button } from "#app/shared/ui/button.tsx";
import { shotLabel } from "#domain/deals/photos.ts";
import { saleCalls } from "#domain/deals/sale-calls.ts";
import type { Photos } from "#domain/deals/sale.ts";

interface PhotoGridProps {
  readonly photos: Photos;
  /** Asks the visitor for that shot again. */
  readonly onAgain: (shot: string) => void;
}

/** Shows the visitor's photos, and which of those that we asked for are missing. A press shows a photo large. */
export function PhotoGrid({ photos: { list, wanted }, onAgain }: PhotoGridProps) {
  const [shown, setShown] = useState<string | null>(null);
  const [leaving, setLeaving] = useState<Photos["list"][number] | null>(null);
  const missing = wanted?.missing ?? [];
  if (list.length === 0 && missing.length === 0) return null;
  return (
    <section aria-label="Photos" className="grid gap-1.5 print:hidden">
      <h4 className="flex flex-wrap items-baseline gap-x-2 text-base font-semibold">
        Photos <span className="text-ink-muted font-normal tabular-nums">{list.length}</span>
        {wanted !== null && (
          <span className="text-ink-muted text-sm font-normal">
            {missing.length === 0
              ? "All that we asked for have come."
              : `Still missing: ${missing.map(shotLabel).join(", ").toLowerCase()}. Asked `}
            {missing.length > 0 && <When at={wanted.at} />}
          </span>
        )}
      </h4>
      {list.length > 0 && (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-2">
          {list.map(({ id, shot, url }) => (
            <li key={id}>
              <button
                type="button"
                className="group block w-full text-left text-sm"
                onClick={() => setShown(id)}
              >
                <img
                  src={`${url}?w=320`}
                  alt=""
                  loading="lazy"
                  className="border-line-strong bg-surface-sunken aspect-4/3 w-full rounded-sm border object-cover"
                />
                <span className="group-hover:text-link block truncate">{shotLabel(shot)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {shown !== null && (
        <PhotoViewer
          list={list}
          shown={shown}
          onShow={setShown}
          onAgain={onAgain}
          onRemove={(photo) => {
            setShown(null);
            setLeaving(photo);
          }}
        />
      )}
      {leaving !== null && (
        <ConfirmDialog
          title="Take this photo out?"
          label="Take it out"
          onConfirm={() => takeOut(leaving)}
          onClose={() => setLeaving(null)}
        >
          <img
            src={`${leaving.url}?w=320`}
            alt={shotLabel(leaving.shot)}
            className="bg-surface-sunken mb-3 h-36 rounded-sm object-contain"
          />
          <p>It is removed, from the customer’s page too. The history says that you took it out.</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

function takeOut({ id, shot }: Photos["list"][number]): Promise<void> {
  return announceCall(
    deskSend(saleCalls.photoRemoval, { id }).then(() => ({ text: `Taken out: ${shotLabel(shot)}` })),
  );
}

interface PhotoViewerProps extends Pick<PhotoGridProps, "onAgain"> {
  readonly list: Photos["list"];
  readonly shown: string;
  readonly onShow: (id: string | null) => void;
  readonly onRemove: (photo: Photos["list"][number]) => void;
}

/** Shows one photo large. The arrow keys go through all of them. */
function PhotoViewer({ list, shown, onShow, onAgain, onRemove }: PhotoViewerProps) {
  const isYard = useIsYard();
  const at = list.findIndex(({ id }) => id === shown);
  const photo = list[at];
  const close = () => onShow(null);
  const turn = (step: number) => onShow(list.at((at + step) % list.length)?.id ?? null);
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === "ArrowLeft") turn(-1);
    if (key === "ArrowRight") turn(1);
  };
  if (photo === undefined) return null;
  const { shot, url } = photo;
  return (
    <Dialog title={shotLabel(shot)} isOpen onClose={close} isWide>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- The buttons do the same. */}
      <div onKeyDown={onKeyDown}>
        <p role="status" className="text-ink-muted text-sm">
          {at + 1} of {list.length}, <When at={photo.at} />
        </p>
        <a href={url} target="_blank" rel="noreferrer" title="Full size">
          <img
            src={url}
            alt={shotLabel(shot)}
            className="bg-surface-sunken my-2 h-[65dvh] w-full rounded-sm object-contain"
          />
        </a>
        <div className="flex flex-wrap gap-2">
          <ToolButton aria-label="Photo before" onClick={() => turn(-1)}>
            <ChevronLeft aria-hidden className="size-5" />
          </ToolButton>
          <ToolButton aria-label="Next photo" onClick={() => turn(1)}>
            <ChevronRight aria-hidden className="size-5" />
          </ToolButton>
          {!isYard && (
            <>
              {shot !== null && (
                <ToolButton
                  className="px-3 text-sm"
                  onClick={() => {
                    close();
                    onAgain(shot);
                  }}
                >
                  Once more, please
                </ToolButton>
              )}
              <ToolButton className="px-3 text-sm" onClick={() => onRemove(photo)}>
                Take it out
              </ToolButton>
              <Button className="ml-auto" onClick={close}>
                Close
              </Button>
            </>
          )}
        </div>
      </div>
    </Dialog>
  );
}
