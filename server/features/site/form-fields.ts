import { suggestions } from "#domain/catalogue/suggestions.ts";
import type { ControlOption, FieldHelp } from "#domain/field-kind.ts";
import { type Field, kindOf } from "#domain/field.ts";
import { furtherNames } from "#domain/several.ts";
import type { FieldProblem } from "#domain/submission-values.ts";
import { controlId, fieldEntries, type FieldGroup, type Submission } from "#domain/submission.ts";
import { html, type Markup } from "#server/platform/http/html.ts";

export interface FilledForm {
  readonly submission: Submission;
  readonly typed: Readonly<Record<string, unknown>>;
  readonly problems: readonly FieldProblem[];
}

function textIn({ typed }: FilledForm, name: string): string {
  const value = typed[name];
  return typeof value === "string" ? value : "";
}

export function problemAt({ problems }: FilledForm, name: string): string | undefined {
  return problems.find(({ field }) => field === name)?.message;
}

/** A group that is folded on the page opens if a field in it is filled in or refused. */
export function groupOf(form: FilledForm, { title, names, folded }: FieldGroup): Markup {
  const inputs = names.flatMap((name) => {
    const field = form.submission.fields[name];
    return field === undefined ? [] : [fieldOf(form, name, field)];
  });
  if (folded) {
    const isOpen = names.some((name) => textIn(form, name) !== "" || problemAt(form, name) !== undefined);
    return html`<details${isOpen ? html` open` : ""}><summary>${title ?? ""}</summary>${inputs}</details>`;
  }
  if (title === undefined) return html`${inputs}`;
  return html`<fieldset>
    <legend>${title}</legend>
    ${inputs}
  </fieldset>`;
}

/** What the fields suggest: the models follow the make that was sent. */
export function suggestionLists(form: FilledForm): Markup[] {
  const fields = fieldEntries(form.submission);
  const makeName = fields.find(([, { suggests }]) => suggests === "makes")?.[0] ?? "";
  return fields.flatMap(([, { suggests }]) => {
    if (suggests === undefined) return [];
    const texts = suggestions(suggests, textIn(form, makeName));
    return [
      html`<datalist id="${listId(form, suggests)}">
        ${texts.map((text) => html`<option value="${text}"></option>`)}
      </datalist>`,
    ];
  });
}

function listId({ submission }: FilledForm, suggests: string): string {
  return `${submission.name}-${suggests}`;
}

function fieldOf(form: FilledForm, name: string, field: Field): Markup {
  const { element, attributes, options = [] } = kindOf(field).control(field, new Date());
  if (element === "radios") return radiosFor(form, name, field, options);
  const [id, value] = [controlId(form.submission, name), textIn(form, name)];
  const problem = problemAt(form, name);
  const all = attributesIn({
    ...attributes,
    id,
    name,
    required: field.required,
    list: field.suggests && listId(form, field.suggests),
    ...stateOf(form, name),
    "aria-describedby": describedBy(id, field, problem),
  });
  const label = html`<label for="${id}">${field.label}${field.required ? "" : " (optional)"}</label>
    ${field.hint === undefined ? "" : html`<span class="small" id="${id}-hint">${field.hint}</span>`}
    ${field.help === undefined ? "" : helpOf(field.help)} ${messageAt(id, problem)}`;
  if (element === "textarea") {
    return html`${label}<textarea${all}>
${value}</textarea>`;
  }
  if (element === "select")
    return html`${label}<select${all}>${options.map((one) => optionFor(one, value))}</select>`;
  return html`${label}<input${all} value="${value}" />${furtherLines(form, name, field)}`;
}

function describedBy(id: string, { hint }: Field, problem: string | undefined): string | undefined {
  const ids = [hint === undefined ? [] : `${id}-hint`, problem === undefined ? [] : `${id}-problem`].flat();
  return ids.length === 0 ? undefined : ids.join(" ");
}

export function messageAt(id: string, problem: string | undefined): Markup | string {
  return problem === undefined ? "" : html`<span class="problem" id="${id}-problem">${problem}</span>`;
}

/** The first field that was refused gets the focus. */
export function stateOf(form: FilledForm, name: string): { "aria-invalid"?: string; autofocus?: boolean } {
  if (problemAt(form, name) === undefined) return {};
  return { "aria-invalid": "true", autofocus: form.problems[0]?.field === name };
}

function helpOf({ question, notes }: FieldHelp): Markup {
  return html`<details class="small">
    <summary>${question}</summary>
    ${notes.map(({ title, text }) => html`<p><strong>${title}:</strong> ${text}</p>`)}
  </details>`;
}

/** Each line is inside the one before, as on the page with scripts. */
function furtherLines(form: FilledForm, name: string, field: Field): Markup | string {
  const names = furtherNames(name, field);
  return names.reduceRight<Markup | string>((inner, each, index) => {
    const isOpen = names.slice(index).some((later) => textIn(form, later) !== "");
    const [id, value] = [controlId(form.submission, each), textIn(form, each)];
    const list = field.suggests && listId(form, field.suggests);
    return html`<details${isOpen ? html` open` : ""}>
      <summary id="${id}-label">${field.several?.another ?? ""} (${String(index + 2)} of ${String(field.several?.atMost)})</summary>
      <input${attributesIn({ id, name: each, list, "aria-labelledby": `${id}-label` })} value="${value}" />${inner}
    </details>`;
  }, "");
}

function radiosFor(
  form: FilledForm,
  name: string,
  { label, required }: Field,
  options: readonly ControlOption[],
): Markup {
  const id = controlId(form.submission, name);
  const problem = problemAt(form, name);
  const { autofocus = false, ...invalid } = stateOf(form, name);
  const radios = options.map(([value, text, meaning = ""], index) => {
    const own = { type: "radio", name, value, required, checked: value === textIn(form, name) };
    const focused = { autofocus: autofocus && index === 0 };
    return html`<label
      ><input${attributesIn({ ...own, ...focused })} /> ${text} <span class="small">${meaning}</span></label
    >`;
  });
  const described = problem === undefined ? undefined : `${id}-problem`;
  const group = attributesIn({ id, role: "radiogroup", "aria-describedby": described, ...invalid });
  return html`<fieldset${group}>
    <legend>${label}${required ? "" : " (optional)"}</legend>
    ${messageAt(id, problem)} ${radios}
  </fieldset>`;
}

/** Attributes as React takes them, in HTML, which does not tell capitals from small letters. */
export function attributesIn(
  attributes: Readonly<Record<string, string | number | boolean | undefined>>,
): Markup[] {
  return Object.entries(attributes).flatMap(([name, value]) => {
    if (value === undefined || value === false) return [];
    return [value === true ? html` ${name}` : html` ${name.toLowerCase()}="${String(value)}"`];
  });
}

function optionFor([value, label]: ControlOption, chosen: string): Markup {
  return html`<option value="${value}"${value === chosen ? html` selected` : ""}>${label}</option>`;
}
