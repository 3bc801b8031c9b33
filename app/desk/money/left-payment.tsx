import { useState } from "react";

import { enterPayment } from "#app/desk/api/deals.ts";
import { enteredLabels } from "#app/desk/deal/deal-text.ts";
import { MoneyField } from "#app/desk/deal/money-field.tsx";
import { Choice, TextInput } from "#app/desk/deal/text-inputs.tsx";
import { useAction } from "#app/desk/ui/action.tsx";
import { randomKey } from "#app/desk/ui/new-key.ts";
import { Button } from "#app/shared/ui/button.tsx";
import { nzDate } from "#domain/nz-time.ts";

interface LeftPaymentProps {
  readonly reference: string;
  /** What settles the order: negative if it is paid back. */
  readonly due: number;
  readonly now: Date;
  readonly onEntered: () => Promise<void>;
}

/** A payment for an order that has outlived its record, which would have the form otherwise. */
export function LeftPayment({ reference, due, now, onEntered }: LeftPaymentProps) {
  const [cents, setCents] = useState<number | null>(due);
  const [method, setMethod] = useState<keyof typeof enteredLabels>("transfer");
  const [day, setDay] = useState<string>(nzDate(now));
  const { isBusy, problem, onSubmit } = useAction();
  const [sent, setSent] = useState({ payload: "", key: "" });
  const submit = onSubmit(async () => {
    const body = { ref: reference, amount_cents: cents ?? 0, method, received_on: day, note: null };
    const payload = JSON.stringify(body);
    // The same payment sent again after a broken connection is one payment.
    const attempt = sent.payload === payload ? sent : { payload, key: randomKey() };
    setSent(attempt);
    await enterPayment(body, attempt.key);
    await onEntered();
  });
  return (
    <details className="pb-3">
      <summary className="text-link flex min-h-11 items-center text-sm lg:min-h-8">Enter a payment</summary>
      <form aria-label={`Payment for ${reference}`} className="grid gap-3" onSubmit={submit}>
        <MoneyField label="Amount" required cents={cents} onChange={setCents} />
        <Choice label="How" value={method} choices={enteredLabels} onChange={setMethod} />
        <TextInput label="On" type="date" required max={nzDate(now)} value={day} onChange={setDay} />
        <p className="text-ink-muted text-sm">Enter money that we pay back with a minus: -20.</p>
        <p role="alert" className="text-danger text-sm font-semibold empty:hidden">
          {problem?.message}
        </p>
        <Button type="submit" aria-disabled={isBusy}>
          Save payment
        </Button>
      </form>
    </details>
  );
}
