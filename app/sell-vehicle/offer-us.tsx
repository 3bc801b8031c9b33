import { ButtonAnchor } from "#app/ui/button.tsx";
import { business } from "#domain/business.ts";

const questions = [
  "Your name and phone:",
  "ATV or motorcycle:",
  "Make, model and year:",
  "Condition (running, has issues, not running, damaged, parts only):",
  "Where it stands:",
  "What works and what does not:",
  "Price you have in mind:",
];

/** The way to offer us a machine. */
export function OfferUs() {
  const subject = encodeURIComponent("Vehicle to sell");
  const body = encodeURIComponent(questions.join("\r\n\r\n"));
  return (
    <section
      id="offer"
      aria-labelledby="offer-title"
      className="border-line-strong bg-surface-raised grid scroll-mt-24 content-start gap-4 rounded-md border p-6 sm:p-8"
    >
      <h2 id="offer-title" className="text-3xl">
        Tell us about your machine
      </h2>
      <p className="max-w-prose">
        The button opens an e-mail with our questions in it. Answer what you can and press send. We ask for
        photos by e-mail, and our offer follows within 24 hours.
      </p>
      <ButtonAnchor href={`mailto:${business.email}?subject=${subject}&body=${body}`} className="sm:w-fit">
        Write the E-mail
      </ButtonAnchor>
      <p>
        Or ring{" "}
        <a href={business.phoneLink} className="text-link font-semibold whitespace-nowrap">
          {business.phone}
        </a>
        , {business.hours}.
      </p>
    </section>
  );
}
