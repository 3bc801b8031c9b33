import { deliveryText, wrongStates } from "#app/desk/reply/sent-reply.tsx";
import { dealMails, isDealMail } from "#domain/deals/mails.ts";
import type { RecordMail } from "#domain/desk.ts";

/** The mails about the deal besides the quotes: what became of each, and what went wrong at once in sight. */
export function DealMails({ mails }: { readonly mails: readonly RecordMail[] }) {
  const own = mails.filter(({ kind }) => isDealMail(kind));
  if (own.length === 0) return null;
  const isWrong = own.some(({ state }) => wrongStates.has(state));
  return (
    <details open={isWrong} className="text-sm">
      <summary className="text-link min-h-11 w-fit content-center lg:min-h-8">
        Mails about it ({own.length})
      </summary>
      <ul aria-label="Mails about the quote and the order" className="grid gap-1">
        {own.map((mail) => (
          <li key={mail.key} className={wrongStates.has(mail.state) ? "text-danger font-semibold" : ""}>
            {isDealMail(mail.kind) && dealMails[mail.kind]}: {deliveryText(mail)}
          </li>
        ))}
      </ul>
      {isWrong && <p className="text-ink-muted">Ring the customer, or send them the link to their page.</p>}
    </details>
  );
}
