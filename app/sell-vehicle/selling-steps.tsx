const steps = [
  { title: "Tell us about it", text: "What it is, what state it is in, where it stands." },
  { title: "Send photos", text: "We e-mail you and ask for a few. All four sides, and whatever is broken." },
  { title: "Get a cash offer", text: "By e-mail, within 24 hours. Take it or leave it." },
  {
    title: "Hand it over",
    text: "Say yes and we agree on pick-up and payment. Have your ID ready: the law has us record it.",
  },
];

/** From an old machine to money, in four steps. */
export function SellingSteps() {
  return (
    <section aria-labelledby="selling-title" className="bg-surface-sunken py-14 sm:py-20">
      <div className="column grid gap-8">
        <h2 id="selling-title" className="text-4xl">
          How selling works
        </h2>
        <ol className="grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
          {steps.map(({ title, text }, index) => (
            <li key={title} className="border-line-strong grid content-start gap-1 border-t-2 pt-4">
              <span aria-hidden className="font-sign text-brand text-4xl leading-none font-bold">
                {index + 1}
              </span>
              <h3 className="text-2xl">{title}</h3>
              <p className="text-ink-muted">{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
