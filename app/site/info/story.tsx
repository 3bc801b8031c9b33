import { Kea } from "#app/shared/ui/kea.tsx";
import { PageLink } from "#app/shared/ui/page-link.tsx";
import { business } from "#domain/business.ts";

/** Why there is a wrecker at all, and why this one has a parrot on the sign. */
export function Story() {
  return (
    <section
      aria-labelledby="story-title"
      className="column grid gap-x-16 gap-y-10 py-14 sm:py-20 lg:grid-cols-[minmax(0,38rem)_1fr]"
    >
      <div className="grid content-start gap-5 text-lg">
        <h2 id="story-title" className="text-4xl">
          Our story
        </h2>
        <p>
          A quad rarely dies all at once. One thing lets go: a diff, a gearbox, a frame that met a culvert.
          The rest of the machine still has work in it, and somewhere in the country another quad is parked up
          for want of exactly that part.
        </p>
        <p>
          So we buy machines that are worn, bent or drowned, take them apart at our place in {business.town},
          and look hard at what comes off. Good parts get a grade and a place on the shelf. The rest is scrap,
          and goes as scrap.
        </p>
        <p>
          We know what a day without the farm bike costs, so we answer the same business day, say plainly
          whether a part fits, and send it tracked. Got a machine that has done its dash?{" "}
          <PageLink to="/sell-vehicle" className="text-link font-semibold">
            We make a cash offer for it
          </PageLink>
          .
        </p>
      </div>
      <aside
        aria-labelledby="kea-title"
        className="border-line-strong grid content-start gap-3 self-start rounded-md border p-6"
      >
        <Kea className="text-brand size-16" />
        <h2 id="kea-title" className="text-2xl">
          Why a kea?
        </h2>
        <p className="text-ink-muted">
          The kea is the mountain parrot that takes parked cars apart: wiper rubbers, aerials, door seals, and
          the better the part, the sooner it goes. We do the same with spanners, ask the owner first, and put
          labels on.
        </p>
      </aside>
    </section>
  );
}
