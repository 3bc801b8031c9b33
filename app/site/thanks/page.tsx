import { Copy } from "lucide-react";
import { type MetaFunction, useParams } from "react-router";

import { type PageHandle, pageMeta } from "#app/shared/document/page-meta.ts";
import { Button, ButtonLink } from "#app/shared/ui/button.tsx";
import { PageLink } from "#app/shared/ui/page-link.tsx";
import { Drawing } from "#app/site/drawings/drawing.tsx";
import type { Note } from "#app/site/layout/sections.tsx";
import { getOffer, handOver, sendPhotos } from "#app/site/sell-vehicle/selling.ts";
import { ReferencePlate } from "#app/site/submission/notices.tsx";
import { firm } from "#domain/firm.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { type FormName, submissionBy } from "#domain/forms/submissions.ts";
import { referencePlaceholder } from "#domain/reference-number.ts";
import { hasSteps } from "#domain/submission.ts";

export const meta: MetaFunction = ({ params }) =>
  pageMeta({ title: thanksFor(params["kind"]).submission.successTitle, hidden: true });

export const handle: PageHandle = { canonicalPath: () => "/thanks" };

/** Prerendered for each form; the server shows the one that a reference is of, with it and the promise (server/features/site/filled-pages.ts). */
export default function ThanksPage() {
  const { submission, steps } = thanksFor(useParams()["kind"]);
  const subject = encodeURIComponent(`More details for ${referencePlaceholder}`);
  return (
    <div
      data-sent={submission.name}
      className="column grid gap-x-16 gap-y-4 pt-10 sm:pt-14 lg:grid-cols-[minmax(0,38rem)_minmax(0,1fr)]"
    >
      <div className="grid gap-10 pb-10 sm:pb-14">
        <header className="grid gap-4">
          <h1 className="text-4xl sm:text-5xl">{submission.successTitle}</h1>
          <div className="text-lg">
            <p>{submission.promise}</p>
            <p className="min-h-[2lh] font-semibold">
              <span data-reply-due="" />
            </p>
          </div>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <ReferencePlate reference={referencePlaceholder} />
            <Button data-copy="" look="outline" className="invisible" aria-label="Copy reference number">
              <Copy aria-hidden className="size-5" />
              Copy
            </Button>
            <span role="status" className="text-ok font-semibold" />
          </div>
          <p className="line-clamp-2 min-h-[2lh] text-lg">
            <span data-asked-for="">We send a receipt to the e-mail address that you gave us.</span>
          </p>
        </header>
        <WhatNext steps={steps} />
        <section className="border-line grid gap-4 border-t pt-6">
          <h2 className="text-2xl">Forgot something?</h2>
          <p>
            {hasSteps(submission)
              ? "Photos help most: the link in our receipt opens a page of your own, which takes them from your phone. For part numbers and the rest, "
              : "Photos or part numbers help. "}
            <a className="text-link font-semibold" href={`mailto:${firm.email}?subject=${subject}`}>
              {hasSteps(submission) ? "e-mail sales" : "E-mail them to sales"}
            </a>{" "}
            with your reference, or{" "}
            <PageLink className="text-link font-semibold" to="/contact">
              contact us
            </PageLink>
            .
          </p>
          <p>
            Wrong e-mail address?{" "}
            <a href={submission.page} className="text-link font-semibold">
              Fix it
            </a>{" "}
            and send the form again. Add this reference, so that we know which one counts.
          </p>
          <div className="flex flex-wrap gap-3">
            <ButtonLink to="/" look="outline">
              Back to home
            </ButtonLink>
          </div>
        </section>
      </div>
      <div className="text-brand max-w-md self-end max-lg:mx-auto">
        <Drawing name="kea-at-work" />
      </div>
    </div>
  );
}

function WhatNext({ steps }: { readonly steps: readonly Note[] }) {
  return (
    <section className="grid gap-4">
      <h2 className="text-2xl">What happens next</h2>
      <ol className="grid gap-4">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="border-line grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 border-t pt-4">
            <span aria-hidden className="font-sign text-brand row-span-2 w-6 text-4xl leading-none font-bold">
              {index + 1}
            </span>
            <h3 className="text-xl">{title}</h3>
            <p className="text-ink-muted">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

const afterQuote: readonly Note[] = [
  { title: "We check the fit", text: "A wrecker matches your part to your machine and looks it over." },
  {
    title: "You get our quote",
    text: "By e-mail, with the price in NZD including GST. No hidden fees.",
  },
  {
    title: "You approve it",
    text: "Open the link in our e-mail, approve, and pay the invoice by bank transfer or card. Then it ships, tracked.",
  },
];

const afterMessage: readonly Note[] = [
  { title: "We read it", text: "Your message is with the people on the spanners, not in a call centre." },
  { title: "You get our answer", text: "By e-mail, to the address you gave us." },
  {
    title: "Keep the reference",
    text: "Quote it when you ring or e-mail and we'll have everything in front of us.",
  },
];

const afterVehicle: readonly Note[] = [sendPhotos, getOffer, handOver];

const stepsAfter: Readonly<Record<FormName, readonly Note[]>> = {
  quote: afterQuote,
  contact: afterMessage,
  "sell-vehicle": afterVehicle,
};

/** Returns the form that was sent, a quote request unless another is named, and what happens next. */
function thanksFor(form: string | undefined) {
  const submission = submissionBy("name", form) ?? quoteRequest;
  return { submission, steps: stepsAfter[submission.name] };
}
