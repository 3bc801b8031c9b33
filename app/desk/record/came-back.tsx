import { useDeskPage } from "#app/desk/state/desk-page.ts";
import { deliveryText } from "#app/desk/ui/mail-error.ts";
import { mayPass } from "#domain/bounce-reason.ts";
import type { RecordMail } from "#domain/desk.ts";
import { phoneLink } from "#domain/phone-numbers.ts";
import type { SubmissionRecord } from "#domain/submission.ts";

interface CameBackProps {
  readonly record: SubmissionRecord;
  readonly mails: readonly RecordMail[];
}

/** Shows the last mail that came back, with the number to ring, until staff ring, send it again or write another. */
export function CameBack({ record, mails }: CameBackProps) {
  const { now } = useDeskPage();
  const mail = mails.findLast(({ kind, state }) => state === "bounced" && kind !== "receipt");
  if (record.mail_problem !== "bounced" || mail === undefined) return null;
  return (
    <p className="border-danger bg-danger-soft text-danger mx-4 mt-3 rounded-sm border-l-4 px-3 py-2 font-semibold wrap-anywhere lg:mx-6 print:hidden">
      Our mail to the customer: {deliveryText(mail, now)}.{" "}
      {mayPass(mail.error) ? "Send it again later, or ring" : "Check the address, or ring"}{" "}
      <CustomerPhone phone={record["phone"]} />.
    </p>
  );
}

function CustomerPhone({ phone }: { readonly phone: unknown }) {
  if (typeof phone !== "string" || phone === "") return "them";
  return (
    <a href={phoneLink(phone) ?? undefined} className="text-link whitespace-nowrap">
      <bdi>{phone}</bdi>
    </a>
  );
}
