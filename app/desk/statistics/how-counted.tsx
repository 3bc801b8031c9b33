import { business } from "#domain/business.ts";

/** What the figures mean, in words. */
export function HowCounted() {
  return (
    <section aria-labelledby="how-counted" className="max-w-[65ch] text-sm">
      <h2 id="how-counted" className="text-xl">
        How it is counted
      </h2>
      <ul className="text-ink-muted mt-2 grid list-disc gap-1.5 pl-5">
        <li>A week begins on Monday, a day at midnight, in New Zealand. A record counts where it came in.</li>
        <li>
          A record is answered when somebody takes it out of New, to whichever status. One that is put back to
          New waits again, and its next change counts.
        </li>
        <li>
          In time means by the moment that the visitor was told: by closing time of the same business day for
          quotes, within one business day for messages, within 24 hours for vehicles. Public holidays and our
          own closures are left out, as on the website.
        </li>
        <li>Late is what was answered after that moment, or has not been answered though it has passed.</li>
        <li>
          The time to the answer counts opening hours only ({business.hours}), and only of what has been
          answered. It is the median.
        </li>
        <li>Brands and parts are as visitors wrote them, capitals apart.</li>
        <li>Records that were removed after their 24 months, or erased, are no longer counted.</li>
      </ul>
    </section>
  );
}
