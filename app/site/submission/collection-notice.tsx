import { PageLink } from "#app/shared/ui/page-link.tsx";
import { business } from "#domain/business.ts";
import type { Submission } from "#domain/submission.ts";

interface CollectionNoticeProps {
  readonly submission: Submission;
}

/** What the Privacy Act 2020 wants told where details are collected: what, why, who sees it, how long, your rights. */
export function CollectionNotice({ submission }: CollectionNoticeProps) {
  return (
    <p className="border-line text-ink-muted max-w-prose border-l-4 pl-4 text-sm">
      We collect what you type here to {submission.purpose}. Our staff see it, and the firms that carry our
      e-mail and run our server. We keep it for up to {business.enquiriesKeptMonths} months unless an order is
      placed. To see or correct it, write to{" "}
      <a href={`mailto:${business.email}`} className="text-link">
        {business.email}
      </a>
      . More in our{" "}
      <PageLink to="/privacy" className="text-link">
        privacy policy
      </PageLink>
      .
    </p>
  );
}
