import { pageMeta } from "#app/shared/document/page-meta.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";

import { QuoteForm } from "./quote-form.tsx";
import { QuoteHelp } from "./quote-help.tsx";

export const meta = () =>
  pageMeta({
    title: "Request a quote",
    description:
      "Tell us the quad or motorcycle and the part. We check the fit and e-mail you a price the same business day. Free, no obligation.",
  });

export default function RequestQuotePage() {
  return (
    <div className="column grid gap-10 py-8 sm:py-12 lg:grid-cols-[minmax(0,40rem)_1fr] lg:gap-16">
      <div className="grid content-start gap-6">
        <header className="grid gap-2">
          <h1 className="text-4xl sm:text-5xl">Request a quote</h1>
          <p className="text-ink-muted max-w-prose">
            The more you tell us, the surer the fit. {quoteRequest.promise}
          </p>
        </header>
        <QuoteForm />
      </div>
      <QuoteHelp />
    </div>
  );
}
