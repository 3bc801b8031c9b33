import { type ReactNode, useCallback, useState } from "react";
import * as v from "valibot";

import { readSetting, saveSetting, type Versioned } from "#app/desk/api/deals.ts";
import { settingQuery } from "#app/desk/deal/desk-setting-queries.ts";
import { forgetOnDesk } from "#app/desk/state/use-desk.ts";
import { Outcome, useAction } from "#app/desk/ui/action.tsx";
import { Loading, useLoaded } from "#app/desk/ui/loaded.tsx";
import { useUnsaved } from "#app/desk/ui/unsaved.tsx";
import { useUser } from "#app/desk/ui/use-user.ts";
import { Button } from "#app/shared/ui/button.tsx";
import { type DeskSetting, type DeskSettingName, deskSettings } from "#domain/deals/deal-wire.ts";

import { Box } from "./section.tsx";

interface SettingBoxProps<Name extends DeskSettingName> {
  readonly name: Name;
  readonly title: string;
  readonly children: (value: DeskSetting<Name>, onChange: (value: DeskSetting<Name>) => void) => ReactNode;
}

/** One setting with its save button. If somebody else has saved it first, nothing is overwritten. */
export function SettingBox<Name extends DeskSettingName>({ name, title, children }: SettingBoxProps<Name>) {
  const load = useCallback(() => readSetting(name), [name]);
  const state = useLoaded(load);
  return (
    <Box title={title}>
      {state.data === null ? (
        <Loading state={state} />
      ) : (
        <SettingForm key={state.data.version} name={name} stored={state.data} onSaved={state.reload}>
          {children}
        </SettingForm>
      )}
    </Box>
  );
}

interface SettingFormProps<Name extends DeskSettingName> extends Pick<
  SettingBoxProps<Name>,
  "name" | "children"
> {
  readonly stored: Versioned<DeskSetting<Name>>;
  readonly onSaved: () => Promise<void>;
}

function SettingForm<Name extends DeskSettingName>({
  name,
  stored,
  onSaved,
  children,
}: SettingFormProps<Name>) {
  const user = useUser();
  const [value, setValue] = useState(stored.value);
  const action = useAction();
  const isChanged = value !== stored.value;
  useUnsaved(isChanged);
  const submit = action.onSubmit(async () => {
    // Also if it fails: it may be saved nevertheless, or a colleague has saved another one.
    const forget = () => forgetOnDesk(user, settingQuery(name).queryKey);
    await saveSetting(name, value, stored.version).finally(forget);
    await onSaved();
  });
  const problem = isChanged ? problemOf(name, value) : null;
  return (
    <form method="post" onSubmit={submit}>
      <Outcome action={action} />
      <div className="grid gap-4">{children(value, setValue)}</div>
      <div className="mt-4 flex flex-wrap items-center gap-4">
        <Button type="submit" disabled={!isChanged || problem !== null} aria-disabled={action.isBusy}>
          Save
        </Button>
        <p role="status" className="text-ink-muted text-sm">
          {problem ?? (isChanged ? "Not saved yet" : stored.version === 0 ? "Not changed yet" : "Saved")}
        </p>
      </div>
    </form>
  );
}

/** Says which part cannot be saved as it is. */
function problemOf<Name extends DeskSettingName>(name: Name, value: DeskSetting<Name>): string | null {
  const read = v.safeParse(deskSettings[name], value);
  if (read.success) return null;
  const path = v.getDotPath(read.issues[0]) ?? "";
  const row = /^\d+/.exec(path)?.[0];
  return row === undefined ? "Not complete yet" : `Row ${Number(row) + 1} is not complete yet`;
}
