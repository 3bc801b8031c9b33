import { MailText } from "#app/desk/record-parts/mail-parts.tsx";
import { When } from "#app/desk/record-parts/when.tsx";
import { Outcome } from "#app/desk/ui/action.tsx";
import { ToolButton } from "#app/desk/ui/tool.tsx";
import type { InboundMail } from "#domain/inbox-wire.ts";

import { useMailDecision } from "./mail-decision.ts";

interface OtherAddressProps {
  readonly reference: string;
  readonly mails: readonly InboundMail[];
}

/** Shows the first mail from another address that waits for a decision, above all else in the record. */
export function OtherAddress({ reference, mails }: OtherAddressProps) {
  const mail = mails.find(({ is_undecided: isUndecided }) => isUndecided);
  return mail === undefined ? null : <Undecided key={mail.id} reference={reference} mail={mail} />;
}

function Undecided({ reference, mail }: { readonly reference: string; readonly mail: InboundMail }) {
  const { id, from, at } = mail;
  const { action, decide } = useMailDecision(reference);
  return (
    <section
      aria-label="From another address"
      className="border-warn bg-warn-soft mx-4 mt-3 grid gap-2 rounded-sm border-l-4 px-3 py-2 lg:mx-6 print:hidden"
    >
      <p className="flex flex-wrap items-baseline gap-x-2 wrap-anywhere">
        <span className="text-warn font-semibold">From another address</span>
        <bdi className="font-semibold">{from.name}</bdi> <bdi>{from.address}</bdi>
        <When at={at} />
      </p>
      <MailText mail={mail} />
      <p className="flex flex-wrap gap-2">
        <ToolButton
          data-part="theirs"
          shortcut="theirs"
          className="px-3"
          aria-disabled={action.isBusy}
          onClick={() => decide({ id, ref: reference }, "the mail is the customer’s")}
        >
          It is theirs
        </ToolButton>
        <ToolButton
          data-part="not_theirs"
          shortcut="not_theirs"
          className="px-3"
          aria-disabled={action.isBusy}
          onClick={() => decide({ id, ignore: true }, "the mail is not the customer’s")}
        >
          It is not
        </ToolButton>
      </p>
      <Outcome action={action} />
    </section>
  );
}
