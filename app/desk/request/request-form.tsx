import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";

import { CallProblem, deskCall } from "#app/desk/api/desk-call.ts";
import { beginWriting } from "#app/desk/api/session.ts";
import { selectClasses } from "#app/desk/record-parts/record-marks.tsx";
import { deskItem } from "#app/desk/session/session-end.ts";
import { reloadRecords } from "#app/desk/state/desk-queries.ts";
import { closeNewRequest, type RequestStart } from "#app/desk/state/new-request.ts";
import { showToast } from "#app/desk/state/notices.ts";
import { ErrorBanner, useAction } from "#app/desk/ui/action.tsx";
import { draftAt, newKey } from "#app/shared/forms/draft.ts";
import { Button } from "#app/shared/ui/button.tsx";
import { mentionedIn } from "#domain/catalogue/mentioned.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";
import { type Channel, channelNames, newRequestCall, readNewRequest } from "#domain/new-request.ts";
import { groupedPhone, phoneNumbers } from "#domain/phone-numbers.ts";
import { valuesFromForm } from "#domain/submission-values.ts";
import { fieldEntries } from "#domain/submission.ts";
import type { CurrentUser } from "#domain/wire.ts";

import { KnownRecords } from "./known-records.tsx";
import { RequestFields } from "./request-fields.tsx";

interface RequestFormProps {
  readonly start: RequestStart;
  readonly user: CurrentUser;
}

type Typed = Readonly<Record<string, string>>;

const kinds = { part: "They want a part", vehicle: "They sell us a machine" } as const;
const ways: Readonly<Record<Channel, string>> = {
  phone: "Phone",
  mail: "E-mail",
  text: "Text message",
  counter: "Counter",
};

/** Enters a request. What is typed stays in this tab until it is stored or discarded. */
export function RequestForm({ start, user }: RequestFormProps) {
  const source = Object.values(start.from ?? { none: "new" })[0] ?? "";
  const store = draftAt(deskItem(user.id, `new-request-${source}`));
  const [begun] = useState(() => ({ ...startValues(start), ...store.read().values }));
  const [typed, setTyped] = useState<Typed>(begun);
  const form = useRef<HTMLFormElement>(null);
  const action = useAction();
  const navigate = useNavigate();
  const { problem } = action;
  useEffect(beginWriting, []);
  useEffect(() => firstEmpty(form.current)?.focus(), []);
  useEffect(() => {
    if (problem?.field) form.current?.querySelector<HTMLElement>(`[name="${problem.field}"]`)?.focus();
  }, [problem]);
  const submission = typed["kind"] === "vehicle" ? vehicleSubmission : quoteRequest;
  const note = () => {
    const values = { ...typed, receipt: "", ...textsIn(form.current) }; // Fields of the other form stay.
    store.update({ values });
    setTyped(values);
  };
  const end = () => {
    store.clear();
    closeNewRequest();
  };
  const save = action.onSubmit(async (filled) => {
    const body = bodyOf(textsIn(filled), start);
    const read = readNewRequest(submission, body.fields, new Date());
    if (!read.ok) throw new CallProblem(read.problem.message, read.problem.field);
    const key = newKey(store, JSON.stringify(body));
    const { ref } = await deskCall(newRequestCall, body, { key });
    end();
    showToast({ text: `${ref} is entered` });
    void reloadRecords();
    await navigate(`/admin?record=${ref}`);
  });
  return (
    <form
      ref={form}
      method="post"
      noValidate
      aria-label={start.title}
      onInput={note}
      onSubmit={save}
      className="mt-3 grid gap-4"
    >
      {problem !== null && !problem.field && <ErrorBanner>{problem.message}</ErrorBanner>}
      {start.words !== null && <Words text={start.words} />}
      <RequestFields key={submission.name} submission={submission} typed={typed} problem={problem} />
      <KnownRecords phone={typed["phone"] ?? ""} email={typed["email"] ?? ""} userId={user.id} />
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <Choice name="channel" label="How it came" initial={begun["channel"]} choices={ways} />
        <Choice name="kind" label="What for" initial={begun["kind"]} choices={kinds} />
        <label className="flex min-h-11 items-center gap-2">
          <input
            type="checkbox"
            name="receipt"
            defaultChecked={begun["receipt"] === "on"}
            className="accent-brand size-5"
          />
          Send a receipt by e-mail
        </label>
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <Button type="submit" aria-disabled={action.isBusy}>
          {action.isBusy ? "Saving..." : "Save and open"}
        </Button>
        <Button look="outline" onClick={end}>
          Discard
        </Button>
      </div>
    </form>
  );
}

/** From the words only what the record or the mail does not say already. */
function startValues({ values, words, channel, isVehicle }: RequestStart): Typed {
  const [number = ""] = phoneNumbers(words ?? "");
  const read = words === null ? {} : { phone: groupedPhone(number), ...mentionedIn(words, new Date()) };
  const known = Object.entries(values).filter(([, text]) => text !== "");
  return { ...read, ...Object.fromEntries(known), channel, kind: isVehicle ? "vehicle" : "part" };
}

function textsIn(form: HTMLFormElement | null): Typed {
  const typed = form === null ? [] : [...new FormData(form)];
  // Forms write line breaks as CRLF.
  const textOf = (value: FormDataEntryValue) =>
    typeof value === "string" ? value.replaceAll("\r\n", "\n") : "";
  return Object.fromEntries(typed.map(([name, value]) => [name, textOf(value)]));
}

function bodyOf(typed: Typed, { from }: RequestStart) {
  const vehicle = typed["kind"] === "vehicle";
  const submission = vehicle ? vehicleSubmission : quoteRequest;
  const own = fieldEntries(submission).map(([name]) => [name, typed[name] ?? ""] as const);
  const channel = channelNames.find((one) => one === typed["channel"]) ?? "phone";
  const fields = valuesFromForm(submission, Object.fromEntries(own));
  return { from, channel, fields, vehicle, receipt: typed["receipt"] === "on" };
}

/** The first field that has to be typed: what was read from a mail is checked with the eyes. */
function firstEmpty(form: HTMLFormElement | null): HTMLElement | null {
  const controls = [...(form?.querySelectorAll<HTMLInputElement>("input:not([type=checkbox])") ?? [])];
  const shown = controls.filter((control) => control.checkVisibility());
  return shown.find(({ value }) => value === "") ?? shown[0] ?? null;
}

function Words({ text }: { readonly text: string }) {
  return (
    <p
      dir="auto"
      className="border-line bg-surface max-h-40 overflow-y-auto rounded-sm border px-3 py-2 text-sm wrap-anywhere whitespace-pre-wrap"
    >
      {text}
    </p>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly initial: string | undefined;
  readonly choices: Readonly<Record<string, string>>;
}

function Choice({ name, label, initial, choices }: ChoiceProps) {
  return (
    <label className="grid gap-1">
      <span className="font-semibold">{label}</span>
      <select name={name} defaultValue={initial} className={selectClasses}>
        {Object.entries(choices).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
