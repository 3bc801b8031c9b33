import { Dial } from "./dial.tsx";

const readings = [
  { value: 95, label: "Quotes answered the same day" },
  { value: 100, label: "Parts inspected before sale" },
  { value: 90, label: "Orders delivered in 2-4 days" },
  { value: 98, label: "Parts that fit first time" },
];

/** Four instruments that say how we are going. */
export function TrustStrip() {
  return (
    <section aria-label="How we are going" className="column pb-12 sm:pb-16">
      <ul className="deep border-deep-line bg-deep-raised grid grid-cols-2 gap-x-4 gap-y-8 rounded-md border px-4 py-8 sm:px-8 md:grid-cols-4 lg:gap-8">
        {readings.map(({ value, label }) => (
          <li key={label} className="grid content-start justify-items-center text-center">
            <div className="w-full max-w-44">
              <Dial value={value} />
            </div>
            <p className="font-sign -mt-5 mb-2 text-4xl leading-none font-bold tabular-nums">
              {value}
              <span className="ml-0.5 text-2xl font-semibold">%</span>
            </p>
            <p className="text-deep-muted max-w-40 text-sm leading-snug text-balance sm:text-base">{label}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
