import { ClipboardCheck, Cog, MessageSquareReply, Tag } from "lucide-react";

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
    <section aria-labelledby="values-title" className="bg-surface-sunken py-14 sm:py-20">
      <div className="column grid gap-8">
        <h2 id="values-title" className="text-4xl">
          What we go by
        </h2>
        <ul className="grid gap-x-12 gap-y-8 sm:grid-cols-2">
          {values.map(({ Icon, title, text }) => (
            <li key={title} className="border-line-strong grid content-start gap-2 border-t-2 pt-4">
              <Icon aria-hidden strokeWidth={1.5} className="text-brand size-9" />
              <h3 className="text-2xl">{title}</h3>
              <p className="text-ink-muted max-w-prose">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
