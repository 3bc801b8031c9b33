import { useEffect } from "react";
import { Link, useLocation, useParams } from "react-router";
import * as v from "valibot";

import type { PageHandle } from "#app/document/page-handle.ts";
import { pageMeta } from "#app/document/page-meta.ts";
import { useHydrated } from "#app/document/use-hydrated.ts";
import { KeaAtWork } from "#app/drawings/kea-at-work.tsx";
import { draftStore } from "#app/submission/draft.ts";
import { ReferencePlate } from "#app/submission/reference-plate.tsx";
import { thanksFor } from "#app/thanks/next-steps.ts";
import { WhatNext } from "#app/thanks/what-next.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { business } from "#domain/business.ts";
import { isReferenceNumber, referencePlaceholder } from "#domain/reference-number.ts";

export const meta = () => pageMeta({ title: "Request received", hidden: true });

export const handle: PageHandle = { canonicalPath: () => "/thanks" };

export default function ThanksPage() {
  const reference = useReference();
  const { submission, steps } = thanksFor(useKind());
  // A form that was posted before React started leaves its draft behind.
  useEffect(() => {
    if (reference !== referencePlaceholder) draftStore(submission.name).clear();
  }, [reference, submission]);
  const subject = encodeURIComponent(`More details for ${reference}`);
  return (
    <div className="column grid gap-x-16 gap-y-4 pt-10 sm:pt-14 lg:grid-cols-[minmax(0,38rem)_minmax(0,1fr)]">
      <div className="grid gap-10 pb-10 sm:pb-14">
        <header className="grid gap-4">
          <h1 className="text-4xl sm:text-5xl">{submission.successTitle}</h1>
          <p className="text-lg">{submission.promise}</p>
          <ReferencePlate reference={reference} />
        </header>
        <WhatNext steps={steps} />
        <section className="border-line grid gap-4 border-t pt-6">
          <h2 className="text-2xl">Forgot something?</h2>
          <p>
            Photos or part numbers help.{" "}
            <a className="text-link font-semibold" href={`mailto:${business.email}?subject=${subject}`}>
              E-mail them to sales
            </a>{" "}
            with your reference, or{" "}
            <Link className="text-link font-semibold" to="/contact">
              contact us
            </Link>
            .
          </p>
          <ButtonLink to="/" look="outline" className="w-fit">
            Back to home
          </ButtonLink>
        </section>
      </div>
      <div className="text-brand max-w-md self-end max-lg:mx-auto">
        <KeaAtWork />
      </div>
    </div>
  );
}

const stateSchema = v.object({ ref_number: v.string() });

/** From the navigation; else from the address, which the server has written into the page as well. */
function useReference(): string {
  const location = useLocation();
  const handedOn = v.safeParse(stateSchema, location.state);
  if (useHydrated() && handedOn.success) return handedOn.output.ref_number;
  const asked = new URLSearchParams(location.search).get("ref");
  return isReferenceNumber(asked) ? asked : referencePlaceholder;
}

/**
 * What was sent, where a form was posted without scripts: the address names it, as `?kind=`. The build
 * writes each kind's page under a path of its own, from which the server takes it.
 */
function useKind(): string | null {
  const { search } = useLocation();
  const { kind } = useParams();
  return kind ?? new URLSearchParams(search).get("kind");
}
