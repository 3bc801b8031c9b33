import { ButtonLink } from "#app/shared/ui/button.tsx";
import { DirtBike } from "#app/site/drawings/dirt-bike.tsx";
import { FarmBike } from "#app/site/drawings/farm-bike.tsx";
import { RoadBike } from "#app/site/drawings/road-bike.tsx";

const kinds = [
  {
    Drawing: DirtBike,
    to: "/dirt-bike-parts",
    label: "Dirt bikes",
    text: "Landed, drowned or due for a piston.",
  },
  {
    Drawing: RoadBike,
    to: "/road-bike-parts",
    label: "Road bikes",
    text: "Slid, tipped over or failed its warrant.",
  },
  {
    Drawing: FarmBike,
    to: "/farm-bike-parts",
    label: "Farm bikes",
    text: "Fenced with, forded with, never washed.",
  },
];

/** The three kinds of motorcycle, each with its picture and the button to its page. */
export function BikeKinds() {
  return (
    <ul className="grid gap-x-10 gap-y-10 sm:grid-cols-3">
      {kinds.map(({ Drawing, to, label, text }) => (
        <li key={to} className="grid content-start gap-3">
          <div className="deep rounded-md px-6 pt-5">
            <Drawing />
          </div>
          <p className="text-ink-muted">{text}</p>
          <ButtonLink to={to}>{label}</ButtonLink>
        </li>
      ))}
    </ul>
  );
}
