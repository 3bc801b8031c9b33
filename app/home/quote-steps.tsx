import { ApproveScene, AskScene, CheckScene, DeliverScene } from "#app/drawings/quote-story.tsx";

const steps = [
  {
    Scene: AskScene,
    title: "Request a quote",
    text: "Tell us the machine and the part. Two minutes, no account.",
  },
  {
    Scene: CheckScene,
    title: "We confirm and quote",
    text: "We check that it fits and that we have it, and e-mail a price.",
  },
  {
    Scene: ApproveScene,
    title: "You approve by e-mail",
    text: "You get a secure invoice link. Pay by card or bank transfer.",
  },
  {
    Scene: DeliverScene,
    title: "We ship with tracking",
    text: "Most orders arrive in 2-4 business days, NZ-wide.",
  },
];

/** The way of a part to its new owner, as a small picture story. */
export function QuoteSteps() {
  return (
    <section aria-labelledby="steps-title" className="column grid gap-8">
      <h2 id="steps-title" className="text-4xl">
        How It Works
      </h2>
      <ol className="grid gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
        {steps.map(({ Scene, title, text }, index) => (
          <li
            key={title}
            className="grid grid-cols-[40%_minmax(0,1fr)] items-end gap-x-4 sm:grid-cols-1 sm:content-start sm:items-start"
          >
            <div className="text-brand">
              <Scene />
            </div>
            <div className="grid gap-1 sm:pt-3 sm:pr-6">
              <h3 className="text-2xl">
                {index + 1}. {title}
              </h3>
              <p className="text-ink-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
