import { EarlyValues } from "#app/shared/document/inline-scripts.tsx";
import { pageMeta } from "#app/shared/document/page-meta.ts";
import { FormHost } from "#app/site/submission/form-host.tsx";
import { firm, phoneLink } from "#domain/firm.ts";
import { quotePrefillNames, quoteRequest } from "#domain/forms/quote-request.ts";
import { fieldOf } from "#domain/forms/quote-start.ts";
import { grades } from "#domain/grades.ts";
import { replyPhrase, upperFirst } from "#domain/reply-due.ts";

import { storageKey } from "./handed-on.ts";
import { QuoteForm } from "./quote-form.tsx";

const handedOnNames = quotePrefillNames.map((name) => [name, fieldOf[name]] as const);
const quotedWithin = replyPhrase(quoteRequest.replyRule);

export const meta = () =>
  pageMeta({
    title: "Request a quote",
    description: `Tell us the quad or motorcycle and the part. We check the fit and e-mail you a price ${quotedWithin}. Free, no obligation.`,
  });

export default function RequestQuotePage() {
  return (
    <div className="column grid gap-10 py-8 sm:py-12 lg:grid-cols-[minmax(0,40rem)_1fr] lg:gap-16">
      <div className="grid content-start gap-6">
        <header className="grid gap-2">
          <h1 className="text-4xl sm:text-5xl">Request a quote</h1>
          <p className="text-ink-muted max-w-prose">
            The more you tell us, the better we can check that it fits. {quoteRequest.promise}
          </p>
        </header>
        <FormHost submission={quoteRequest}>
          <QuoteForm />
        </FormHost>
        <EarlyValues storageKey={storageKey} names={handedOnNames} />
      </div>
      <QuoteHelp />
    </div>
  );
}

const hints = [
  "The model code, such as TRX420FM, is on the frame or the rego papers.",
  "Left or right, front or rear: say it with the part.",
  "A number on the old part settles most questions.",
];

function QuoteHelp() {
  return (
    <aside
      aria-label="Help with the form"
      className="grid content-start gap-8 self-start lg:sticky lg:top-20 lg:pt-2"
    >
      <section className="grid gap-3">
        <h2 className="text-2xl">Not sure? Send what you know</h2>
        <ul className="marker:text-brand grid list-disc gap-2 pl-5">
          {hints.map((hint) => (
            <li key={hint}>{hint}</li>
          ))}
        </ul>
      </section>
      <section className="grid gap-3">
        <h2 className="text-2xl">Grades</h2>
        <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-3">
          {grades.map(({ grade, wear, measure }) => (
            <div key={grade} className="contents">
              <dt className="border-brand font-sign text-brand grid size-11 place-items-center rounded-sm border-2 text-2xl font-bold">
                {grade}
              </dt>
              <dd className="leading-snug">
                {upperFirst(wear)}
                <span className="text-ink-muted block text-sm">{upperFirst(measure)}</span>
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <section className="border-line grid gap-1 border-t pt-6">
        <h2 className="text-2xl">Rather talk?</h2>
        <p>
          <a href={phoneLink()} className="text-link font-semibold">
            {firm.phone}
          </a>
          , {firm.hours_text}
        </p>
      </section>
    </aside>
  );
}
