import { CallScene, LoadScene, OfferScene, PaidScene } from "#app/drawings/wrecker-story.tsx";

const steps = [
  {
    Scene: CallScene,
    title: "Contact",
    text: "Fill in the form or ring. What it is, what is wrong with it, where it stands.",
  },
  {
    Scene: OfferScene,
    title: "Quote within hours",
    text: "In working hours you mostly hear from us the same day, within 24 hours in any case.",
  },
  {
    Scene: LoadScene,
    title: "Free pick-up",
    text: "In Northland. We come with a trailer; it need not run or roll.",
  },
  {
    Scene: PaidScene,
    title: "Instant payment",
    text: "ID and signature, then a bank transfer while it stands on the trailer.",
  },
];

/** The way of a dead machine out of the shed, as a small picture story. */
export function WreckingSteps() {
  return (
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
  );
}
