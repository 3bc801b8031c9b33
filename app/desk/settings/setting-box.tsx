import { type ReactNode, useCallback, useRef, useState } from "react";
import * as v from "valibot";

import { readSetting, type Versioned } from "#app/desk/api/deals.ts";
import { CallProblem } from "#app/desk/api/desk-call.ts";
import { Outcome, useAction } from "#app/desk/ui/action.tsx";
import { Loading, useLoaded } from "#app/desk/ui/loaded.tsx";
import { useUnsaved } from "#app/desk/ui/unsaved.tsx";
import { Button } from "#app/shared/ui/button.tsx";
import { type DeskSetting, type DeskSettingName, deskSettings } from "#domain/deals/desk-settings.ts";

import { Conflict } from "./conflict.tsx";
import { Box } from "./section.tsx";
import { useSetting } from "./use-setting.ts";

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
        <SettingForm name={name} stored={state.data}>
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
}

function SettingForm<Name extends DeskSettingName>({ name, stored, children }: SettingFormProps<Name>) {
  const { base, value, theirs, setValue, save, takeOver } = useSetting(name, stored);
  const action = useAction();
  const button = useRef<HTMLButtonElement>(null);
  /** The fields are mounted again with it. */
  const [taken, setTaken] = useState(0);
  const isChanged = value !== base.value;
  useUnsaved(isChanged);
  const saveOver = async (version: number) => {
    if (!isChanged) return;
    const problem = problemOf(name, value);
    if (problem !== null) throw new CallProblem(problem);
    await save(version);
  };
  const choose = (work: () => void | Promise<void>) => {
    button.current?.focus();
    void action.run(async () => work());
  };
  const take = (chosen: typeof stored) => {
    takeOver(chosen);
    setTaken(taken + 1);
  };
  return (
    <form method="post" onSubmit={action.onSubmit(async () => saveOver(base.version))}>
      <Outcome action={action} />
      {theirs !== null && (
        <Conflict
          onTake={() => choose(() => take(theirs))}
          onKeep={() => {
            if (button.current?.form?.reportValidity() === true) choose(() => saveOver(theirs.version));
          }}
        >
          <fieldset disabled className="grid gap-4">
            {children(theirs.value, () => {})}
          </fieldset>
        </Conflict>
      )}
      <div key={taken} className="grid gap-4">
        {children(value, setValue)}
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-4">
        <Button ref={button} type="submit" aria-disabled={!isChanged || action.isBusy}>
          Save
        </Button>
        <p role="status" className="text-ink-muted text-sm">
          {isChanged ? "Not saved yet" : base.version === 0 ? "Not changed yet" : "Saved"}
        </p>
      </div>
    </form>
  );
}

/** What the fields do not say by themselves. */
function problemOf<Name extends DeskSettingName>(name: Name, value: DeskSetting<Name>): string | null {
  const read = v.safeParse(deskSettings[name], value);
  if (read.success) return null;
  const [issue] = read.issues;
  const row = /^\d+/.exec(v.getDotPath(issue) ?? "")?.[0];
  return row === undefined ? issue.message : `Row ${Number(row) + 1}: ${issue.message}`;
}
