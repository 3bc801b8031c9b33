import { TextInput } from "#app/desk/deal/inputs.tsx";
import { Button } from "#app/shared/ui/button.tsx";
import { lastDigits } from "#domain/deals/bank-account.ts";
import { factLengths } from "#domain/firm-choices.ts";
import type { FirmSetting } from "#domain/firm/firm-calls.ts";
import { formatDay, formatNzTime, nzDate } from "#domain/nz-time.ts";

import { Fact, type FirmFieldsProps } from "./fact.tsx";

export function AccountFields(form: FirmFieldsProps) {
  return (
    <>
      <p className="text-ink-muted max-w-[65ch] text-sm">
        What customers pay to. Write the account holder exactly as at your bank: their banks compare the name.
        Without an account, orders say that you will send the payment details. Changing it asks for your
        password, is mailed to every owner, and shows to customers after 24 hours; a first account at once.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        {(["bank_account", "bank_account_name"] as const).map((name) => (
          <Fact key={name} form={form} name={name}>
            {(field) => (
              <TextInput
                {...field}
                maxLength={factLengths[name]}
                value={form.value[name]}
                onChange={(typed) => form.edit({ [name]: typed === "" ? null : typed })}
              />
            )}
          </Fact>
        ))}
      </div>
    </>
  );
}

interface PendingAccountProps {
  readonly setting: FirmSetting;
  /** Null for staff, who only read it. */
  readonly onKeep: (() => Promise<void>) | null;
}

/** Says which account customers see until the new one is theirs, and takes it back. */
export function PendingAccount({ setting: { value, pending }, onKeep }: PendingAccountProps) {
  if (pending === null) return null;
  const until = new Date(pending.from);
  return (
    <div className="border-warn bg-warn-soft mb-4 grid justify-items-start gap-3 rounded-sm border-l-4 px-4 py-3">
      <p>
        Customers see the account that ends in <strong>{lastDigits(value.bank_account ?? "")}</strong> until{" "}
        {formatDay(nzDate(until))}, {formatNzTime(until)}
        {pending.bank_account === null
          ? ", and none after that."
          : `, and then the one that ends in ${lastDigits(pending.bank_account)}.`}
      </p>
      {onKeep !== null && (
        <Button look="outline" onClick={() => void onKeep()}>
          Keep the former account
        </Button>
      )}
    </div>
  );
}
