import { type ShotName, requestShots, shotLabel, shotNames, vehicleShots } from "#domain/deals/photos.ts";
import { saleCalls } from "#domain/deals/sale-calls.ts";
import { saleActions } from "#domain/deals/sale-states.ts";

import type { DealRecord } from "./deal-call.ts";
import { dealForm } from "./deal-form.tsx";
import { WordsField } from "./inputs.tsx";
import type { ToolFormProps } from "./tool-rows.ts";

interface PhotoRequestProps extends ToolFormProps {
  readonly record: DealRecord;
}

/** What has not come: of what was asked for, or of what there can be. */
function missing(
  names: readonly ShotName[],
  { photos: { list, wanted }, shot }: PhotoRequestProps,
): ShotName[] {
  if (shot !== null) return names.filter((name) => name === shot);
  const asked = wanted?.missing ?? [];
  if (asked.length > 0) return names.filter((name) => asked.includes(name));
  return names.filter((name) => list.every((photo) => photo.shot !== name));
}

const onceMore = (shot: string) =>
  `Thank you for the photos. Could you take this one once more, please? ${shotLabel(shot)}: the one that we have does not show enough.`;

function photoRequest(shots: object, sentence: string) {
  const names = shotNames.filter((name) => Object.hasOwn(shots, name));
  return dealForm("photos", {
    label: saleActions.photos,
    start: (props: PhotoRequestProps) => ({
      shots: missing(names, props),
      words: props.shot === null ? sentence : onceMore(props.shot),
    }),
    keeps: ["shots", "words"],
    Fields: ({ values, set }) => (
      <>
        <fieldset>
          <legend className="text-ink-muted text-sm">Photos</legend>
          <div className="flex flex-wrap gap-x-5">
            {names.map((name) => (
              <label key={name} className="flex min-h-11 items-center gap-2 lg:min-h-8">
                <input
                  type="checkbox"
                  className="accent-brand size-5"
                  checked={values.shots.includes(name)}
                  onChange={({ target }) =>
                    set("shots")(
                      names.filter((one) => (one === name ? target.checked : values.shots.includes(one))),
                    )
                  }
                />
                {shotLabel(name)}
              </label>
            ))}
          </div>
        </fieldset>
        <WordsField value={values.words} onChange={set("words")} />
      </>
    ),
    button: "Ask for them",
    body: ({ shots: asked, words }) => ({ shots: asked, words: words || null }),
    send: saleCalls.photoRequest,
    done: ({ shots: { length } }) => (length === 1 ? "asked for 1 photo" : `asked for ${length} photos`),
  });
}

export const PhotoRequestForm = photoRequest(
  requestShots,
  "A photo of your old part helps us send you the right one. Your phone is all it takes.",
);

export const VehiclePhotoForm = photoRequest(
  vehicleShots,
  "With a few photos we can make you a fair offer. Leave out what you can’t take.",
);
