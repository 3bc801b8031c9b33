import { NoteRows } from "#app/shared/ui/note-rows.tsx";

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
      <NoteRows notes={conditions} />
    </section>
  );
}
