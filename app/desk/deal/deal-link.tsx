import { useState } from "react";

import { renewLink } from "#app/desk/api/deals.ts";
import { ConfirmDialog } from "#app/desk/ui/dialog.tsx";
import { CopyButton } from "#app/desk/ui/tool.tsx";

import { toolsOf } from "./deal-tools.ts";
import { type DealProps, useDealCall } from "./use-deal-call.ts";

/** The link to the customer's page. Anyone with the link can act on that page. */
export function DealLink({ record, deal }: DealProps) {
  const call = useDealCall(record);
  const [isAsking, setIsAsking] = useState(false);
  const body = { ref: record.ref_number };
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
      <a href={deal.link} target="_blank" rel="noreferrer" className="text-link min-w-0 truncate">
        The customer’s page
      </a>
      <CopyButton what="link to the customer’s page" text={deal.link} />
      <button type="button" className="text-link min-h-11 lg:min-h-8" onClick={() => setIsAsking(true)}>
        Renew the link
      </button>
      {deal.is_link_unsent && (
        <p className="text-warn font-semibold">
          No mail has this link yet: {toolsOf(deal).next === "extend" && "extend the quote, or "}
          copy the link into a reply.
        </p>
      )}
      {isAsking && (
        <ConfirmDialog
          title="Renew the link?"
          label="Renew it"
          onConfirm={() => call("link renewed", body, (key) => renewLink(body, key))}
          onClose={() => setIsAsking(false)}
        >
          <p>
            The link that was sent stops working at once, and mails that are waiting with it are not sent.
            Copy the new one, or extend the quote: that mail has it.
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}
