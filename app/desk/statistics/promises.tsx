import { claims } from "#domain/deals/claims.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";
import { replyPhrase, shortReplyPhrase } from "#domain/reply-due.ts";
import { fewestCases, type Promises, type ProvenClaim } from "#domain/statistics.ts";

import { CountTable, formatCount, formatShare } from "./tables.tsx";

/** Shows the owner when a claim of the website is no longer true. */
export function PromisesTable({
  promises: { answered, offered, delivered, fits, described },
}: {
  readonly promises: Promises;
}) {
  const when = shortReplyPhrase(quoteRequest.replyRule);
  const offeredWhen = replyPhrase(vehicleSubmission.replyRule);
  return (
    <CountTable
      title="What the website promises"
      intro="What it says, and what our records of these weeks say."
      columns={["Claim", "Website", "Ours"]}
      rows={[
        claimRow({ ...claims.answered, label: `${claims.answered.label} ${when}` }, answered),
        claimRow({ ...claims.offered, label: `${claims.offered.label} ${offeredWhen}` }, offered),
        claimRow(claims.delivered, delivered),
        claimRow(claims.fits, fits),
        claimRow({ label: "Parts that arrive as described", percent: null }, described),
        {
          name: "Up to 70% off the new price",
          counts: ["70%", "Our records can’t say: they hold no new prices"],
        },
      ]}
    />
  );
}

interface Claim {
  readonly label: string;
  readonly percent: number | null; // Printed on the website; null if it names no number.
}

function claimRow({ label, percent }: Claim, { kept, cases }: ProvenClaim) {
  const isLess = percent !== null && kept * 100 < percent * cases;
  const share = `${formatShare(kept / cases)} of ${formatCount(cases)}`;
  const ours = isLess ? <b className="text-danger">{share}, less than we say</b> : share;
  const verdict = cases < fewestCases ? `${formatCount(cases)}: too few to say` : ours;
  return { name: label, counts: [percent === null ? "–" : `${percent}%`, verdict] };
}
