import { conditionNotes } from "./condition-notes.ts";

const conditions = conditionNotes({
  running: "Starts, rides and stops. Time for something newer.",
  "running-issues": "Smokes, jumps out of gear, eats batteries. Tell us what it does.",
  "not-running": "Seized, drowned, or it just never started again.",
  damaged: "Bent frame, burnt loom, rolled down the hill.",
  "parts-only": "Half a machine, a box of bits, a shed that needs clearing.",
});

/** The states in which we buy a machine. */
export function Conditions() {
  return (
    <section aria-labelledby="conditions-title" className="grid content-start gap-5">
      <h2 id="conditions-title" className="text-3xl sm:text-4xl">
        We buy them in any state
      </h2>
      <ul className="border-line-strong divide-line divide-y border-y">
        {conditions.map(({ title, text }) => (
          <li key={title} className="grid gap-x-8 py-4 sm:grid-cols-[15rem_minmax(0,1fr)] sm:items-baseline">
            <h3 className="text-2xl">{title}</h3>
            <p className="text-ink-muted">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
