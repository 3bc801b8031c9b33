import { ButtonAnchor } from "#app/ui/button.tsx";
import { business } from "#domain/business.ts";

const helpful = [
  "Your reference number, if you have one",
  "Make, model and year of the machine, if it is about one",
  "A phone number, if you would rather be rung",
];

/** The way to send a message. */
export function WriteToUs() {
  const subject = encodeURIComponent(`Question for ${business.name}`);
  return (
    <section aria-labelledby="write-title" className="grid content-start gap-5">
      <h2 id="write-title" className="text-3xl sm:text-4xl">
        Write to us
      </h2>
      <p className="max-w-prose text-lg">An e-mail reaches the people on the spanners. It helps if it has:</p>
      <ul className="marker:text-brand grid list-disc gap-2 pl-5">
        {helpful.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      <ButtonAnchor href={`mailto:${business.email}?subject=${subject}`} className="sm:justify-self-start">
        Write an E-mail
      </ButtonAnchor>
    </section>
  );
}
