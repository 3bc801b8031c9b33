import { ClipboardCheck, Cog, MessageSquareReply, Tag } from "lucide-react";

import { Notes } from "#app/shared/ui/notes.tsx";
import { Section } from "#app/shared/ui/section.tsx";

const values = [
  {
    Icon: ClipboardCheck,
    title: "Quality first",
    text: "Every part is inspected and graded before we quote it. If we would not bolt it on ourselves, it goes in the scrap bin.",
  },
  {
    Icon: Tag,
    title: "Honest pricing",
    text: "New Zealand dollars with the GST in. What the quote says is what you pay, and if new costs about the same, we tell you.",
  },
  {
    Icon: MessageSquareReply,
    title: "Customer focus",
    text: "You hear from us the same business day, even when the answer is no. If we get something wrong, we put it right.",
  },
  {
    Icon: Cog,
    title: "Expert knowledge",
    text: "Quads and bikes are all we wreck. We match the part to make, model, year and frame number before we put a price on it.",
  },
];

/** What we go by. */
export function Values() {
  return (
    <Section title="What we go by" sunken aside>
      <Notes notes={values} />
    </Section>
  );
}
