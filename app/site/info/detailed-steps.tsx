import { ApproveScene, AskScene, CheckScene, DeliverScene } from "#app/site/drawings/quote-story.tsx";

const steps = [
  {
    Scene: AskScene,
    title: "Tell us your quad",
    text: "One form: make, model, year and the part. Add the VIN or frame number if you can read it, because that settles most questions of fit. A motorcycle goes through the same form.",
    note: "About two minutes on a phone. No account, and you get a reference number straight away.",
  },
  {
    Scene: CheckScene,
    title: "We confirm and quote",
    text: "A wrecker checks that the part fits your machine, that we have it, and what shape it is in. The price comes by e-mail the same business day, with the grade: A, B or C.",
    note: "Quotes are free and bind you to nothing. Prices in NZD, GST included.",
  },
  {
    Scene: ApproveScene,
    title: "Approve by e-mail",
    text: "Happy with it? Reply yes. We send you a secure invoice link, and you pay by card or bank transfer. The part is yours once it is paid in full.",
    note: "We never change our bank details by e-mail. If a message says so, ring us before you pay.",
  },
  {
    Scene: DeliverScene,
    title: "Fast delivery with tracking",
    text: (
      <>
        We pack it and send it tracked. Most orders arrive in <span className="whitespace-nowrap">2-4</span>{" "}
        business days, NZ-wide. Rural addresses and oversize parts can take longer, and the quote says so
        before you pay.
      </>
    ),
    note: "Something not right? Tell us within 14 days.",
  },
];

/** The four steps in full: the picture, what happens, and what is good to know about it. */
export function DetailedSteps() {
  return (
    <ol className="column divide-line grid divide-y">
      {steps.map(({ Scene, title, text, note }, index) => (
        <li
          key={title}
          className="grid gap-x-12 gap-y-4 py-10 sm:grid-cols-[12rem_minmax(0,1fr)] sm:py-12 lg:grid-cols-[17rem_minmax(0,1fr)_17rem]"
        >
          <div className="text-brand max-w-56 sm:row-span-2 sm:max-w-none lg:row-span-1">
            <Scene />
          </div>
          <div className="grid content-start gap-2">
            <h2 className="text-3xl sm:text-4xl">
              {index + 1}. {title}
            </h2>
            <p className="max-w-prose text-lg">{text}</p>
          </div>
          <p className="border-brand text-ink-muted self-start border-l-2 pl-4 lg:mt-2">{note}</p>
        </li>
      ))}
    </ol>
  );
}
