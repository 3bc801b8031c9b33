import { Camera, Check, ChevronDown } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";

import type { TakenFields } from "#app/desk/api/send-taken.ts";
import { formatCents } from "#domain/deals/money.ts";
import { goneReasons, partLabel, partStates } from "#domain/stock/part.ts";
import { partPhotosMost } from "#domain/stock/stock-wire.ts";

import { PartDetails } from "./part-details.tsx";
import type { ShownPart } from "./shown-parts.ts";

/** What a press does, at once on the phone. */
export interface RowActions {
  /** Returns the id of the new part. */
  readonly keep: (name: string, fields: TakenFields) => string;
  readonly change: (part: ShownPart, fields: TakenFields) => void;
  /** Keeps the part as well, unless it is. */
  readonly photo: (name: string, part: ShownPart | null, file: File) => Promise<void>;
}

interface PartRowProps {
  readonly name: string;
  readonly assembly: string | null;
  readonly part: ShownPart | null;
  readonly suggested: number | null;
  readonly actions: RowActions;
  /** True after a press by which the pressed button may have gone. */
  readonly takesFocus: boolean;
}

const pressClasses =
  "inline-flex min-h-14 items-center justify-center gap-1 rounded-sm border border-line-strong bg-surface-raised font-sign text-xl font-semibold aria-pressed:border-brand aria-pressed:bg-brand aria-pressed:text-brand-ink disabled:opacity-50 has-focus-visible:outline-3";

/** A usual part, or one that is written down: one press keeps it, one grades it, one takes its photo. */
export function PartRow({ name, assembly, part, suggested, actions, takesFocus }: PartRowProps) {
  const [isOpen, setIsOpen] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  const isHere = part === null || partStates[part.state].isHere;
  useEffect(() => {
    if (!takesFocus || document.activeElement !== document.body) return;
    const next = row.current?.querySelector("button") ?? row.current?.querySelector("h3");
    next?.focus({ preventScroll: true });
  }, [takesFocus, isHere]);
  const isFull = (part?.photos.length ?? 0) >= partPhotosMost;
  const grade = (letter: "A" | "B" | "C") => {
    if (part === null) actions.keep(name, { grade: letter });
    else if (part.grade !== letter) actions.change(part, { grade: letter });
  };
  return (
    <li
      ref={row}
      className={`grid gap-2 px-3 py-3 ${assembly === null ? "" : "border-l-line-strong border-l-4"}`}
    >
      <div className="flex items-start gap-3">
        <div className="min-w-0 grow">
          <h3
            tabIndex={-1}
            className="font-text text-lg leading-snug font-semibold tracking-normal wrap-anywhere"
          >
            {part?.name ?? name}
          </h3>
          <p className="text-ink-muted text-sm wrap-anywhere">
            {part === null ? offeredText(assembly, suggested) : partText(part)}
          </p>
        </div>
        {part?.photos.slice(0, 2).map((photo) => (
          <Thumbnail key={photo.id} photo={photo} />
        ))}
      </div>
      {isHere && (
        <div
          className="grid grid-cols-[minmax(0,1.5fr)_1fr_1fr_1fr_1.2fr] gap-1.5"
          role="group"
          aria-label={name}
        >
          {part === null ? (
            <button type="button" className={pressClasses} onClick={() => actions.keep(name, {})}>
              Keep
            </button>
          ) : (
            <button
              type="button"
              aria-expanded={isOpen}
              className={`${pressClasses} ${part.waits > 0 ? "text-warn" : "text-ok"}`}
              onClick={() => setIsOpen(!isOpen)}
            >
              <Check aria-hidden className="size-5" />{" "}
              {part.number === null ? "Kept" : partLabel(part.number)}
              <ChevronDown aria-hidden className={`size-4 ${isOpen ? "rotate-180" : ""}`} />
              <span className="sr-only">more of {part.name}</span>
            </button>
          )}
          {(["A", "B", "C"] as const).map((letter) => (
            <button
              key={letter}
              type="button"
              aria-label={`${name}: grade ${letter}`}
              aria-pressed={part?.grade === letter}
              className={pressClasses}
              onClick={() => grade(letter)}
            >
              {letter}
            </button>
          ))}
          <label className={`${pressClasses} cursor-pointer ${isFull ? "opacity-50" : ""}`}>
            <Camera aria-hidden className="size-7" />
            {part !== null && part.photos.length > 0 && <span aria-hidden>{part.photos.length}</span>}
            <input
              type="file"
              accept="image/*"
              capture="environment"
              aria-label={`Photo of ${name}`}
              disabled={isFull}
              className="sr-only"
              onChange={({ target }) => {
                const [file] = target.files ?? [];
                target.value = ""; // Lets the same photo be chosen again.
                if (file !== undefined) void actions.photo(name, part, file);
              }}
            />
          </label>
        </div>
      )}
      {part !== null && isOpen && isHere && (
        <PartDetails part={part} actions={actions} onClose={() => setIsOpen(false)} />
      )}
    </li>
  );
}

function offeredText(assembly: string | null, suggested: number | null): string {
  const inside = assembly === null ? [] : [`In the ${assembly.replace("Complete ", "").toLowerCase()}`];
  return [...inside, ...(suggested === null ? [] : [`Last ${formatCents(suggested)}`])].join(" · ");
}

function partText({ grade, state, reason, shelf, price_cents: price, held, condition }: ShownPart): string {
  const place = reason === null ? (shelf === "" ? partStates[state].label : shelf) : goneReasons[reason];
  return [
    ...(grade === null ? [] : [`Grade ${grade}`]),
    place,
    price === null ? "No price" : formatCents(price),
    ...(held === null ? [] : [`Invoice ${held.invoice_number} holds it`]),
    ...condition,
  ].join(" · ");
}

const thumbnailClasses =
  "border-line-strong bg-surface-sunken size-14 shrink-0 rounded-sm border object-cover";

function Thumbnail({ photo }: { readonly photo: ShownPart["photos"][number] }) {
  if ("bytes" in photo) return <WaitingPhoto bytes={photo.bytes} />;
  return <img src={`${photo.url}?w=320`} alt="" className={thumbnailClasses} />;
}

/** Drawn, because pages of the desk load pictures from our server only. */
function WaitingPhoto({ bytes }: { readonly bytes: ArrayBuffer }) {
  const draw = useCallback(
    (canvas: HTMLCanvasElement | null) => {
      const context = canvas?.getContext("2d");
      if (!context) return;
      const paint = (picture: ImageBitmap) => {
        const side = Math.min(picture.width, picture.height);
        const [left, top] = [(picture.width - side) / 2, (picture.height - side) / 2];
        context.drawImage(picture, left, top, side, side, 0, 0, thumbnailSide, thumbnailSide);
        picture.close();
      };
      createImageBitmap(new Blob([bytes])).then(paint, () => {}); // This browser cannot show that kind.
    },
    [bytes],
  );
  return <canvas ref={draw} width={thumbnailSide} height={thumbnailSide} className={thumbnailClasses} />;
}

const thumbnailSide = 112;
