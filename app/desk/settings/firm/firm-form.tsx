import { type ComponentType, useEffect, useRef, useState } from "react";

import { CallProblem } from "#app/desk/api/desk-call.ts";
import { useUser } from "#app/desk/session/user.ts";
import { SettingFrame } from "#app/desk/settings/setting-frame.tsx";
import { useAction } from "#app/desk/ui/action.tsx";
import { ConfirmDialog } from "#app/desk/ui/dialog.tsx";
import { useUnsaved } from "#app/desk/ui/unsaved.tsx";
import type { Proof } from "#domain/accounts.ts";
import type { FirmFacts } from "#domain/firm.ts";
import type { FirmSetting } from "#domain/firm/firm-calls.ts";
import { firmProblem } from "#domain/firm/firm-problem.ts";
import { nzDate } from "#domain/nz-time.ts";

import { AccountFields, PendingAccount } from "./account-fields.tsx";
import { ClosedDayFields } from "./closed-days.tsx";
import { FactFields, GstFields, QuoteFields } from "./fact-fields.tsx";
import type { FirmFieldsProps } from "./fact.tsx";
import type { FirmPage } from "./firm-pages.ts";
import { editableFacts, hasNewAccount, saveFirm } from "./firm-setting.ts";
import { HoursFields } from "./hours-fields.tsx";

const fields: Readonly<Record<FirmPage, ComponentType<FirmFieldsProps>>> = {
  facts: FactFields,
  hours: HoursFields,
  closed: ClosedDayFields,
  quotes: QuoteFields,
  gst: GstFields,
  account: AccountFields,
};

interface FirmFormProps {
  readonly page: FirmPage;
  readonly stored: FirmSetting;
}

/** Sends all facts, of which one page changes some. Keeps what is typed if the server refuses it. */
export function FirmForm({ page, stored }: FirmFormProps) {
  const isOwner = useUser().desk_role === "owner";
  const action = useAction();
  const { base, value, setValue, isChanged, save, keepFormer } = useFirm(stored);
  const [sent, setSent] = useState(value);
  const [asks, setAsks] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const problem = sent === value ? action.problem : null;
  useUnsaved(isChanged);
  useEffect(() => {
    if (problem !== null) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [problem]);
  const submit = action.onSubmit(async () => {
    if (!isChanged) return;
    setSent(value);
    const wrong = firmProblem(value, base.value, nzDate(new Date()));
    if (wrong !== null) throw new CallProblem(wrong.message, wrong.field);
    if (hasNewAccount(value, base)) setAsks(true);
    else await save();
  });
  const Fields = fields[page];
  const shown = { value, edit: (change: Partial<FirmFacts>) => setValue({ ...value, ...change }) };
  return (
    <>
      {page === "account" && base.pending !== null && (
        <PendingAccount setting={base} onKeep={isOwner ? () => action.run(keepFormer) : null} />
      )}
      <SettingFrame
        ref={form}
        action={action}
        onSubmit={submit}
        canSave={isChanged}
        label={isOwner ? "Save" : null}
        status={isOwner ? statusOf(base, isChanged) : "Owners can change this."}
      >
        <fieldset disabled={!isOwner} className="grid min-w-0 gap-4">
          <Fields {...shown} setting={base} problem={problem} />
        </fieldset>
      </SettingFrame>
      {asks && (
        <ConfirmDialog
          title="Change the account that customers pay to?"
          label="Change it"
          asksPassword
          onConfirm={(_, proof) => save(proof)}
          onClose={() => setAsks(false)}
        >
          <p>
            {base.value.bank_account === null
              ? "Customers see it at once, and every owner gets a mail."
              : "Customers see it in 24 hours. Every owner gets a mail now, and can keep the former one until then."}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

function statusOf({ version }: FirmSetting, isChanged: boolean): string {
  if (isChanged) return "Not saved yet";
  return version === 0 ? "Not changed yet" : "Saved";
}

/** The facts as this form changes them, and as they were saved last. */
function useFirm(stored: FirmSetting) {
  const [base, setBase] = useState(stored);
  const [value, setValue] = useState(() => editableFacts(stored));
  const isChanged = JSON.stringify(value) !== JSON.stringify(editableFacts(base));
  return {
    base,
    value,
    setValue,
    isChanged,
    save: async (proof: Proof = {}) => {
      const saved = await saveFirm({ value, ...proof }, base.version);
      setBase(saved);
      // The user may have typed on.
      setValue((now) => (now === value ? editableFacts(saved) : now));
    },
    keepFormer: async () => {
      const saved = await saveFirm({ value: base.value }, base.version);
      setBase(saved);
      setValue(editableFacts(saved));
      return "Customers keep seeing the former account.";
    },
  };
}
