import { type ComponentType, useState } from "react";
import { useParams } from "react-router";
import * as v from "valibot";

import { CallProblem } from "#app/desk/api/desk-call.ts";
import { readSetting, saveSetting, type Versioned } from "#app/desk/api/desk-settings.ts";
import { settingQuery } from "#app/desk/deal/desk-setting-queries.ts";
import { deskClient } from "#app/desk/state/desk-queries.ts";
import { useAction } from "#app/desk/ui/action.tsx";
import { Loading, useLoaded } from "#app/desk/ui/loaded.tsx";
import { useUnsaved } from "#app/desk/ui/unsaved.tsx";
import { pageMeta } from "#app/shared/document/page-meta.ts";
import {
  type DeskSetting,
  type DeskSettingName,
  deskSettings,
  isDeskSettingName,
} from "#domain/deals/desk-settings.ts";

import { quotePages } from "./quote-pages.ts";
import { SectionTabs } from "./section-tabs.tsx";
import { Box, OwnersOnly, Section } from "./section.tsx";
import { editors, type SettingProps } from "./setting-editors.tsx";
import { SettingFrame } from "./setting-frame.tsx";

export const meta = () => pageMeta({ title: "Quotes and freight", hidden: true });

/** One setting a page: the first one at the section's own address. */
export default function QuoteSettings() {
  const { name = "" } = useParams();
  const shown = isDeskSettingName(name) ? name : "freight";
  return (
    <OwnersOnly>
      <Section
        title="Quotes and freight"
        intro="What the composer suggests, and what customers can choose. A change is for quotes from now on: what was sent stays as it is."
      >
        <SectionTabs label="Quotes and freight" section={quotePages} />
        <SettingBox key={shown} name={shown} />
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

/**
 * Keeps what is typed if the server refuses it because somebody else has saved first. What is as shipped can be saved as it
 * is: then an owner has looked at it.
 */
function SettingForm<Name extends DeskSettingName>({ name, stored }: SettingFormProps<Name>) {
  const action = useAction();
  const [base, setBase] = useState(stored);
  const [value, setValue] = useState(stored.value);
  const Editor: ComponentType<SettingProps<Name>> = editors[name];
  const isChanged = value !== base.value;
  const isShipped = base.version === 0;
  const canSave = isChanged || isShipped;
  useUnsaved(isChanged);
  const submit = action.onSubmit(async () => {
    if (!canSave) return;
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
    <SettingFrame
      action={action}
      onSubmit={submit}
      canSave={canSave}
      label={canSave && !isChanged ? "Looks right: save" : "Save"}
      status={isChanged ? "Not saved yet" : isShipped ? "As shipped, not yet yours" : "Saved"}
    >
      <Editor value={value} onChange={setValue} />
    </SettingFrame>
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
