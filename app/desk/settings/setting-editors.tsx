import type { ComponentType } from "react";
import * as v from "valibot";

import { Choice, linesProblem, MoneyField, TextArea, TextInput } from "#app/desk/deal/inputs.tsx";
import {
  type DeskSetting,
  type DeskSettingName,
  partWordsMost,
  reasonsMost,
  trackingLinkSchema,
  withoutBlanks,
} from "#domain/deals/desk-settings.ts";
import { partWeightClasses, weightClasses, weightLimits, zoneLabels } from "#domain/deals/freight.ts";
import { evidenceMost, freightZones } from "#domain/deals/quote.ts";

import { Rows } from "./section.tsx";

export interface SettingProps<Name extends DeskSettingName> {
  readonly value: DeskSetting<Name>;
  readonly onChange: (value: DeskSetting<Name>) => void;
}

/** Parts that are in no class have no suggestion. */
function PartWeightLines({ value: weights, onChange }: SettingProps<"part-weights">) {
  return partWeightClasses.map((weight) => (
    <TextArea
      key={weight}
      label={
        weight === "hand" ? "Heavier, freight by hand" : `Parts up to ${weightLimits[weight]} kg, one a line`
      }
      problem={linesProblem(withoutBlanks(weights[weight]), partWordsMost)}
      value={weights[weight].join("\n")}
      onChange={(typed) => onChange({ ...weights, [weight]: typed.split("\n") })}
    />
  ));
}

function CarrierRows({ value: carriers, onChange }: SettingProps<"carriers">) {
  return (
    <>
      <p className="text-ink-muted text-sm">
        In the tracking link, {"{n}"} stands for the number. Without a link, customers read the number alone.
      </p>
      <Rows label="Carriers" rows={carriers} empty={{ name: "", link: null }} most={30} onChange={onChange}>
        {({ name, link }, edit) => (
          <div className="grid gap-3 sm:grid-cols-[12rem_minmax(0,1fr)]">
            <TextInput
              label="Name"
              required
              maxLength={60}
              value={name}
              onChange={(typed) => edit({ name: typed })}
            />
            <TextInput
              label="Tracking link"
              maxLength={300}
              problem={link === null ? null : linkProblem(link)}
              value={link}
              onChange={(typed) => edit({ link: typed === "" ? null : typed })}
            />
          </div>
        )}
      </Rows>
    </>
  );
}

function linkProblem(link: string): string | null {
  const read = v.safeParse(trackingLinkSchema, link);
  return read.success ? null : read.issues[0].message;
}

const emptyTemplate: DeskSetting<"line-templates">[number] = {
  title: "",
  text: "",
  grade: null,
  unit_cents: null,
  evidence: [],
};
const grades = { none: "Any grade", A: "Grade A", B: "Grade B", C: "Grade C" } as const;

function LineTemplateRows({ value: templates, onChange }: SettingProps<"line-templates">) {
  return (
    <Rows label="Part templates" rows={templates} empty={emptyTemplate} most={100} onChange={onChange}>
      {({ title, text, grade, unit_cents: cents, evidence }, edit) => (
        <>
          <div className="grid gap-3 sm:grid-cols-2">
            <TextInput
              label="Title"
              required
              maxLength={120}
              value={title}
              onChange={(typed) => edit({ title: typed })}
            />
            <TextInput
              label="Part"
              required
              maxLength={300}
              value={text}
              onChange={(typed) => edit({ text: typed })}
            />
            <Choice
              label="Grade"
              value={grade ?? "none"}
              choices={grades}
              onChange={(chosen) => edit({ grade: chosen === "none" ? null : chosen })}
            />
            <MoneyField label="Price" cents={cents} onChange={(typed) => edit({ unit_cents: typed })} />
          </div>
          <TextArea
            label="What we checked, one a line"
            problem={linesProblem(withoutBlanks(evidence), evidenceMost)}
            value={evidence.join("\n")}
            onChange={(typed) => edit({ evidence: typed === "" ? [] : typed.split("\n") })}
          />
        </>
      )}
    </Rows>
  );
}

function ReasonLines({ value: reasons, onChange }: SettingProps<"decline-reasons">) {
  return (
    <TextArea
      label={`What customers can choose from when they press “No thanks”, one a line, at most ${reasonsMost.lines}`}
      rows={6}
      required
      problem={linesProblem(withoutBlanks(reasons), reasonsMost)}
      value={reasons.join("\n")}
      onChange={(typed) => onChange(typed.split("\n"))}
    />
  );
}

function SameDayTime({ value, onChange }: SettingProps<"promise">) {
  return (
    <TextInput
      label="Requests before this time are promised a quote by closing time. Closing time: all of them"
      type="time"
      required
      value={value.same_day_until}
      onChange={(same_day_until) => onChange({ same_day_until })}
    />
  );
}

export const editors: { readonly [Name in DeskSettingName]: ComponentType<SettingProps<Name>> } = {
  freight: FreightPrices,
  "part-weights": PartWeightLines,
  carriers: CarrierRows,
  "line-templates": LineTemplateRows,
  "decline-reasons": ReasonLines,
  promise: SameDayTime,
};

/** On a phone, the name of a zone is above its prices. */
const rowClasses = "max-sm:grid max-sm:grid-cols-3";

/** Prices by zone and weight, and the surcharge for rural addresses, GST included. */
function FreightPrices({ value: table, onChange }: SettingProps<"freight">) {
  return (
    <>
      <table className="w-full text-left max-sm:block">
        <thead className="text-ink-muted text-sm max-sm:block">
          <tr className={rowClasses}>
            <th scope="col" className="font-normal max-sm:col-span-3">
              Including GST
            </th>
            {weightClasses.map((weight) => (
              <th key={weight} scope="col" className="px-1 font-normal">
                Up to {weightLimits[weight]} kg
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {freightZones.map((zone) => (
            <tr key={zone} className={rowClasses}>
              <th scope="row" className="pr-3 font-semibold whitespace-nowrap max-sm:col-span-3">
                {zoneLabels[zone]}
              </th>
              {weightClasses.map((weight) => (
                <td key={weight} className="p-1">
                  <MoneyField
                    label={`${zoneLabels[zone]}, up to ${weightLimits[weight]} kg`}
                    isLabelHidden
                    isPrice
                    cents={table.zones[zone][weight]}
                    onChange={(cents) => {
                      if (cents === null) return;
                      const prices = { ...table.zones[zone], [weight]: cents };
                      onChange({ ...table, zones: { ...table.zones, [zone]: prices } });
                    }}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className="grid gap-3 sm:grid-cols-2">
        <MoneyField
          label="A rural address adds, for each parcel"
          isPrice
          cents={table.rural_cents}
          onChange={(cents) => {
            if (cents !== null) onChange({ ...table, rural_cents: cents });
          }}
        />
        <TextInput
          label="Service, as customers read it"
          required
          maxLength={80}
          value={table.service}
          onChange={(service) => onChange({ ...table, service })}
        />
      </div>
    </>
  );
}
