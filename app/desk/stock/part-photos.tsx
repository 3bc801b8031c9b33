import { useRef } from "react";

import { deskSend } from "#app/desk/api/desk-call.ts";
import { Outcome, useAction } from "#app/desk/ui/action.tsx";
import { ToolButton, toolClasses } from "#app/desk/ui/tool.tsx";
import { randomKey } from "#app/shared/forms/draft.ts";
import { shrinkPhoto } from "#app/shared/photos/shrink-photo.ts";
import { type Part, statesHere } from "#domain/stock/part.ts";
import { stockCalls } from "#domain/stock/stock-calls.ts";
import { partPhotosMost } from "#domain/stock/stock-wire.ts";

interface PartPhotosProps {
  readonly part: Part;
  readonly reload: () => Promise<void>;
}

/** The photos of a part: one more, or one less. */
export function PartPhotos({ part, reload }: PartPhotosProps) {
  const { number, name, photos, state } = part;
  const action = useAction();
  const section = useRef<HTMLElement>(null);
  const add = async (file: File) => {
    const form = new FormData();
    form.append("part", String(number));
    form.append("id", randomKey());
    form.append("photo", await shrinkPhoto(file), "photo.jpg");
    await deskSend(stockCalls.partPhoto, form);
    await reload();
    return "The photo is there.";
  };
  const remove = async (id: string) => {
    await deskSend(stockCalls.partPhotoRemoval, { id });
    section.current?.focus(); // The button goes with its photo.
    await reload();
    return "The photo is out.";
  };
  const isHere = statesHere.some((here) => here === state);
  return (
    <section ref={section} tabIndex={-1} aria-label="Photos" className="grid gap-2">
      {photos.length > 0 && (
        <ul className="grid grid-cols-3 gap-2">
          {photos.map(({ id, url }, index) => (
            <li key={id} className={`grid content-start gap-1 ${index === 0 ? "col-span-3" : ""}`}>
              <a href={url} target="_blank" rel="noreferrer">
                <img
                  src={index === 0 ? url : `${url}?w=320`}
                  alt={`${index + 1} of ${name}`}
                  className={`border-line-strong bg-surface-sunken aspect-4/3 w-full rounded-sm border ${index === 0 ? "max-h-[45dvh] object-contain" : "object-cover"}`}
                />
              </a>
              <ToolButton
                className="justify-self-start px-3 text-sm lg:min-h-9"
                aria-disabled={action.isBusy}
                onClick={() => void action.run(() => remove(id))}
              >
                Take out<span className="sr-only"> photo {index + 1}</span>
              </ToolButton>
            </li>
          ))}
        </ul>
      )}
      {isHere && photos.length < partPhotosMost && (
        <label
          className={`${toolClasses} focus-within:outline-focus relative justify-self-start px-3 focus-within:outline-2`}
        >
          Add a photo
          <input
            type="file"
            accept="image/*"
            className="absolute inset-0 cursor-pointer opacity-0"
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              target.value = "";
              if (file !== undefined) void action.run(() => add(file));
            }}
          />
        </label>
      )}
      <Outcome action={action} />
    </section>
  );
}
