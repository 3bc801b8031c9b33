import { Notes } from "#app/shared/ui/notes.tsx";
import { Section } from "#app/shared/ui/section.tsx";

const places = [
  {
    title: "Quad",
    text: "Stamped into the front frame rail, or the frame tube low on the left. Scrape the mud off, a photo will do.",
  },
  {
    title: "Motorcycle",
    text: "On the steering head, where the frame meets the forks. Turn the bars to the side to read it.",
  },
  {
    title: "VIN or frame number",
    text: "A VIN has 17 signs and never the letters I, O or Q. Many older farm quads have only a shorter frame number. Both work.",
  },
];

/** Where on a machine to read the number that settles what fits. */
export function FindTheNumbers() {
  return (
    <Section title="Where to find the number" sunken>
      <Notes notes={places} columns={3} />
    </Section>
  );
}
