import { Check } from "lucide-react";

const items = [
  "Make, model and year",
  "VIN or frame number, and the plate if it has one",
  "Hours or kilometres, as far as the clock can be trusted",
  "What works, what does not, what is missing",
  "Where it stands, and whether a trailer can get to it",
  "Whether it is yours, and free of money owing",
  "The price you have in mind, if you have one",
];

/** What to look up before telling us about a machine. */
export function AtHand() {
  return (
    <section aria-labelledby="hand-title" className="grid content-start gap-4 self-start lg:sticky lg:top-24">
      <h2 id="hand-title" className="text-2xl">
        Good to have at hand
      </h2>
      <ul className="grid gap-2">
        {items.map((item) => (
          <li key={item} className="flex gap-3">
            <Check aria-hidden className="text-brand mt-0.5 size-5 shrink-0" />
            {item}
          </li>
        ))}
      </ul>
      <p className="text-ink-muted">Not all of it, just what you know.</p>
    </section>
  );
}
