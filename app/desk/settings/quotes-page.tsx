import { type ComponentType, useState } from "react";
import * as v from "valibot";

import { CallProblem } from "#app/desk/api/desk-call.ts";
import { readSetting, saveSetting, type Versioned } from "#app/desk/api/desk-settings.ts";
import { settingQuery } from "#app/desk/deal/desk-setting-queries.ts";
import { deskClient } from "#app/desk/state/desk-queries.ts";
import { Outcome, useAction } from "#app/desk/ui/action.tsx";
import { Loading, useLoaded } from "#app/desk/ui/loaded.tsx";
import { useUnsaved } from "#app/desk/ui/unsaved.tsx";
import { pageMeta } from "#app/shared/document/page-meta.ts";
import { Button } from "#app/shared/ui/button.tsx";
import {
  type DeskSetting,
  type DeskSettingName,
  deskSettings,
  isDeskSettingName,
} from "#domain/deals/desk-settings.ts";

import { Box, OwnersOnly, Section } from "./section.tsx";
import { editors, type SettingProps } from "./setting-editors.tsx";

export const meta = () => pageMeta({ title: "Quotes and freight", hidden: true });

export default function QuoteSettings() {
  return (
    <OwnersOnly>
      <Section
        title="Quotes and freight"
        intro="What the composer suggests, and what customers can choose. A change is for quotes from now on: what was sent stays as it is."
      >
        {Object.keys(deskSettings)
          .filter(isDeskSettingName)
          .map((name) => (
            <SettingBox key={name} name={name} />
          ))}
      </Section>
    </OwnersOnly>
  );
}

function SettingBox({ name }: { readonly name: DeskSettingName }) {
  const state = useLoaded(name, () => readSetting(name));
  return (
    <Box title={deskSettings[name].title}>
      {state.data === null ? <Loading state={state} /> : <SettingForm name={name} stored={state.data} />}
    </Box>
  );
}

interface SettingFormProps<Name extends DeskSettingName> {
  readonly name: Name;
  readonly stored: Versioned<DeskSetting<Name>>;
}

/** Keeps what is typed if the server refuses it because somebody else has saved first. */
function SettingForm<Name extends DeskSettingName>({ name, stored }: SettingFormProps<Name>) {
  const action = useAction();
  const [base, setBase] = useState(stored);
  const [value, setValue] = useState(stored.value);
  const Editor: ComponentType<SettingProps<Name>> = editors[name];
  const isChanged = value !== base.value;
  useUnsaved(isChanged);
  const submit = action.onSubmit(async () => {
    if (!isChanged) return;
    const problem = problemOf(name, value);
    if (problem !== null) throw new CallProblem(problem);
    const saved = await saveSetting(name, value, base.version).finally(() =>
      deskClient.removeQueries({ queryKey: settingQuery(name).queryKey }),
    );
    setBase(saved);
    // The user may have typed on.
    setValue((now) => (now === value ? saved.value : now));
  });
  return (
    <form method="post" onSubmit={submit}>
      <Outcome action={action} />
      <div className="grid gap-4">
        <Editor value={value} onChange={setValue} />
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-4">
        <Button type="submit" aria-disabled={!isChanged || action.isBusy}>
          Save
        </Button>
        <p role="status" className="text-ink-muted text-sm">
          {isChanged ? "Not saved yet" : base.version === 0 ? "Not changed yet" : "Saved"}
        </p>
      </div>
    </form>
  );
}

/** Returns the first rule that a value breaks, with its row; null if it breaks none. */
function problemOf(name: DeskSettingName, value: unknown): string | null {
  const schema: v.GenericSchema = deskSettings[name].schema;
  const read = v.safeParse(schema, value);
  if (read.success) return null;
  const [issue] = read.issues;
  const row = /^\d+/.exec(v.getDotPath(issue) ?? "")?.[0];
  return row === undefined ? issue.message : `Row ${Number(row) + 1}: ${issue.message}`;
}
