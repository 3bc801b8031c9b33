import { Plus } from "lucide-react";

import { PageLink } from "#app/shared/ui/page-link.tsx";

import { questions } from "./questions.ts";

/** Questions that open one at a time, without scripts. A link to an answer opens it. */
export function Accordion() {
  return (
    <div className="border-line-strong divide-line divide-y border-y">
      {questions.map(({ id, question, answer, link }) => (
        <details key={id} name="faq" className="group" suppressHydrationWarning>
          <summary className="hover:bg-surface-sunken flex min-h-16 items-center justify-between gap-4 py-3 sm:px-3">
            <h2 className="text-2xl">{question}</h2>
            <Plus
              aria-hidden
              className="text-brand size-6 shrink-0 transition-transform group-open:rotate-45"
            />
          </summary>
          <div id={id} className="grid max-w-prose scroll-mt-40 gap-3 pb-6 sm:px-3">
            {answer.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
            {link !== undefined && (
              <PageLink
                to={link.to}
                className="text-link inline-flex min-h-11 w-fit items-center font-semibold"
              >
                {link.label}
              </PageLink>
            )}
          </div>
        </details>
      ))}
    </div>
  );
}
