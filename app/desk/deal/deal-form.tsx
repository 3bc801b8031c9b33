import {
  type ComponentType,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";

import { type CallProblem, deskCall } from "#app/desk/api/desk-call.ts";
import { beginWriting } from "#app/desk/api/session.ts";
import { useDeskPage } from "#app/desk/state/desk-page.ts";
import { useAction } from "#app/desk/ui/action.tsx";
import { focusPart } from "#app/desk/ui/commands.tsx";
import { Button } from "#app/shared/ui/button.tsx";
import { BusinessCalendar } from "#domain/business-calendar.ts";
import type { Call } from "#domain/call.ts";
import type { Preview } from "#domain/deals/deal-wire.ts";

import { type DealProps, type DealRecord, type Sender, useDealCall } from "./deal-call.ts";
import { PreviewFrames } from "./quote-sending.tsx";
import { useEntered } from "./use-entered.ts";

export interface DealFormProps extends DealProps {
  readonly onClose: () => void;
}

export interface FieldsProps<Values> {
  readonly values: Values;
  readonly edit: (change: Partial<Values>) => void;
  readonly set: <Name extends keyof Values>(name: Name) => (value: Values[Name]) => void;
  readonly now: Date;
  /** Why the server refused these very values. */
  readonly problem: CallProblem | null;
}

/** What every form about a deal gets, whatever else it is about. */
export interface RecordFormProps {
  readonly record: DealRecord;
  readonly onClose: () => void;
}

/** A form about the deal. */
interface Form<Props, Values, Body, Kept> {
  readonly label: string | ((props: Props) => string);
  /** The values that it opens with: they stay if the deal changes meanwhile. */
  readonly start: (props: Props, now: Date, calendar: BusinessCalendar) => Values;
  /** What outlives Esc, errors and reloads, not the session and a press that discards it. */
  readonly keeps?: readonly Kept[];
  readonly Fields: ComponentType<FieldsProps<Values>>;
  readonly hint?: string | ((values: Values) => string);
  readonly button: string | ((values: Values) => string);
  /** What is sent is shown first: another press sends it, if it is still the same. */
  readonly preview?: Call<Body & { readonly ref: string }, Preview>;
  readonly body: (values: Values, props: Props) => Body;
  readonly send: Sender<Body & { readonly ref: string }>;
  /** What it did, for the line that says so. */
  readonly done: string | ((body: Body) => string);
}

/** Makes a small form in the open record: its first field has the focus, Ctrl+Enter sends it, Esc closes it. */
export function dealForm<
  Values extends Record<Kept, unknown>,
  Body extends object,
  Props extends RecordFormProps = DealFormProps,
  Kept extends string = never,
>(
  name: string,
  {
    label,
    start,
    keeps = [],
    Fields,
    hint,
    button,
    body,
    send,
    done,
    preview,
  }: Form<Props, Values, Body, Kept>,
): (props: Props) => ReactNode {
  return function DealForm(props) {
    const { record, onClose } = props;
    const { now, calendar } = useDeskPage();
    const call = useDealCall(record);
    const action = useAction();
    const kept = useEntered(`${name}-${record.ref_number}`, keeps, () =>
      start(props, now, calendar ?? new BusinessCalendar()),
    );
    const { values } = kept;
    const form = useRef<HTMLFormElement>(null);
    useEffect(() => form.current?.querySelector<HTMLElement>("input, textarea, select")?.focus(), []);
    useEffect(beginWriting, []);
    const close = useClosing(form, onClose);
    const end = () => {
      kept.forget();
      close();
    };
    const entered = () => ({ ref: record.ref_number, ...body(values, props) });
    const [sent, setSent] = useState("");
    const [shown, setShown] = useState<{ readonly of: string; readonly content: Preview } | null>(null);
    const content = JSON.stringify(entered());
    const problem = sent === content ? action.problem : null;
    const seen = shown?.of === content ? shown.content : null;
    useEffect(() => {
      if (problem !== null) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
    }, [problem]);
    // The server has asked about just this: another press says that it is meant.
    const asks = problem?.field === "again" || problem?.field === "anyway" ? problem.field : null;
    const [meant, setMeant] = useState<{ readonly of: string; readonly fields: object }>({
      of: "",
      fields: {},
    });
    const submit = action.onSubmit(async () => {
      const made = entered();
      const before = meant.of === content ? meant.fields : {};
      const fields = asks === null ? before : { ...before, [asks]: true };
      setMeant({ of: content, fields });
      setSent(JSON.stringify(made));
      if (preview !== undefined && seen === null)
        return setShown({ of: JSON.stringify(made), content: await deskCall(preview, made) });
      await call(textOf(done, made), { ...made, ...fields }, send);
      end();
    });
    return (
      <form
        ref={form}
        aria-label={textOf(label, props)}
        className="border-line bg-surface grid gap-3 rounded-sm border p-3"
        onSubmit={submit}
      >
        <Fields values={values} edit={kept.edit} set={kept.set} now={now} problem={problem} />
        {hint !== undefined && <p className="text-ink-muted text-sm empty:hidden">{textOf(hint, values)}</p>}
        {/* A field that shows the problem has the focus. */}
        <p
          role="alert"
          className="text-danger text-sm font-semibold empty:hidden in-[form:has([aria-invalid])]:hidden"
        >
          {(action.problem?.field ? problem : action.problem)?.message}
        </p>
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" aria-disabled={action.isBusy}>
            {asks !== null
              ? asks === "again"
                ? "Enter it all the same"
                : "Send it all the same"
              : preview !== undefined && seen === null
                ? "Preview"
                : textOf(button, values)}
          </Button>
          <Button look="quiet" onClick={end}>
            {kept.isBegun ? "Discard" : "Cancel"}
          </Button>
        </div>
        {seen !== null && <PreviewFrames preview={seen} />}
      </form>
    );
  };
}

function textOf<Of>(text: string | ((of: Of) => string), of: Of): string {
  return typeof text === "string" ? text : text(of);
}

/**
 * Returns how to close the form; Esc does so too, or closes first a menu in it. The title of the record takes the focus, unless
 * the user has gone elsewhere.
 */
export function useClosing(form: RefObject<HTMLElement | null>, onClose: () => void): () => void {
  const close = () => {
    const { activeElement, body } = document;
    if (activeElement === body || form.current?.contains(activeElement)) focusPart("title");
    onClose();
  };
  const onEscape = useEffectEvent(close);
  useEffect(() => {
    const element = form.current;
    const listener = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || element?.querySelector(":popover-open, dialog[open]")) return;
      event.preventDefault();
      onEscape();
    };
    element?.addEventListener("keydown", listener);
    return () => element?.removeEventListener("keydown", listener);
  }, [form]);
  return close;
}
