import { type ReactNode, useState } from "react";

import { ConfirmDialog } from "#app/desk/ui/dialog.tsx";
import { CopyButton } from "#app/desk/ui/tool.tsx";
import { dealCalls } from "#domain/deals/deal-calls.ts";
import { firm } from "#domain/firm.ts";
import { greetingName } from "#domain/greeting.ts";
import { phoneNumbers } from "#domain/phone-numbers.ts";

import { type DealRecord, useDealCall } from "./deal-call.ts";
import { type DealKind, dealKinds } from "./deal-kinds.ts";

interface LinkedRecord extends DealRecord {
  readonly full_name: string;
  readonly phone: string;
}

interface TextMessageProps {
  readonly record: LinkedRecord;
  readonly link: string;
}

/** Opens a text message with the link on a phone; the same words can be copied or read out. */
function TextMessage({ record, link }: TextMessageProps) {
  const { phone, full_name: name } = record;
  const [number] = phoneNumbers(phone);
  if (number === undefined) return null;
  const words = `Hi ${greetingName(name)}, ${firm.trading_name} here. Your page with all we have for you: ${link}`;
  return (
    <a
      href={`sms:${number}?body=${encodeURIComponent(words)}`}
      className="text-link inline-flex min-h-11 items-center lg:min-h-8"
    >
      Text it to {phone}
    </a>
  );
}

interface DealLinkProps {
  readonly kind: DealKind;
  readonly record: LinkedRecord;
  readonly link: string;
  /** What is to say about the link. */
  readonly children?: ReactNode;
}

/** The link to the visitor's page. Anyone with the link can act on that page. */
export function DealLink({ kind, record, link, children }: DealLinkProps) {
  const { whose, renewed } = dealKinds[kind];
  const call = useDealCall(record);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
      <a
        href={link}
        target="_blank"
        rel="noreferrer"
        className="text-link inline-flex min-h-11 min-w-0 items-center truncate lg:min-h-8"
      >
        The {whose}’s page
      </a>
      <CopyButton what={`link to the ${whose}’s page`} text={link} />
      <TextMessage record={record} link={link} />
      <button type="button" className="text-link min-h-11 lg:min-h-8" onClick={() => setIsAsking(true)}>
        Make a new link (the old one stops)
      </button>
      {children}
      {isAsking && (
        <ConfirmDialog
          title="Make a new link?"
          label="Make a new link"
          onConfirm={() => call("link renewed", { ref: record.ref_number }, dealCalls.link)}
          onClose={() => setIsAsking(false)}
        >
          <p>
            The link that was sent stops working at once, and mails that are waiting with it are not sent.{" "}
            {renewed}
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}
