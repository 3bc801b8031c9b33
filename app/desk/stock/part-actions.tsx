import { type ReactNode, useRef, useState } from "react";
import { Link } from "react-router";

import { useClosing } from "#app/desk/deal/deal-form.tsx";
import { useIsYard } from "#app/desk/session/user.ts";
import { recordLink } from "#app/desk/state/desk-view.ts";
import { useAction } from "#app/desk/ui/action.tsx";
import { ToolButton } from "#app/desk/ui/tool.tsx";
import { useUnsaved } from "#app/desk/ui/unsaved.tsx";
import { keysOf } from "#domain/keys-of.ts";
import { type GoneReason, goneReasons, partStates } from "#domain/stock/part.ts";
import { isAssembly } from "#domain/stock/teardown.ts";

import { ChangePart } from "./change-part.tsx";
import { MoveForm, Problem } from "./move-form.tsx";
import { LabelLink } from "./part-row.tsx";
import { type PartForm, savePart } from "./save-part.ts";
import { SellPart } from "./sell-part.tsx";

const forms = {
  move: "Another shelf",
  sell: "Sell at the counter",
  change: "Change",
  gone: "Not here any more",
};
type FormName = keyof typeof forms;

/** What can be done with a part: one form is open at a time. What is typed in another one stays until it is saved. */
export function PartActions({ part, reload }: PartForm) {
  const [open, setOpen] = useState<FormName | null>(null);
  const [typed, setTyped] = useState<readonly FormName[]>([]);
  const [done, setDone] = useState<ReactNode>(null);
  const isYard = useIsYard();
  const names = keysOf(forms).filter((name) => !(isYard && name === "sell"));
  const box = useRef<HTMLDivElement>(null);
  const close = useClosing(box, () => setOpen(null));
  const isHere = partStates[part.state].isHere;
  useUnsaved(isHere && typed.length > 0);
  const end = (words: ReactNode) => {
    setTyped(typed.filter((name) => name !== open));
    close();
    setDone(words);
  };
  const endAfterReload = async (words: ReactNode) => {
    await reload();
    end(words);
  };
  const formOf = (name: FormName) => {
    if (name === "change") return <ChangePart part={part} reload={reload} onDone={end} />;
    if (name === "gone") return <WriteOff part={part} reload={reload} onDone={end} />;
    if (name === "sell")
      return <SellPart part={part} onSold={(reference) => endAfterReload(soldAs(reference))} />;
    const from = part.state === "on_shelf" ? part.shelf : "";
    const moved = (shelf: string) => endAfterReload(`It is on ${shelf} now`);
    return <MoveForm numbers={[part.number]} from={from} onMoved={moved} />;
  };
  return (
    <section aria-label="What to do" className="grid gap-3">
      <div className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap">
        {isHere &&
          names.map((name) => (
            <ToolButton
              key={name}
              aria-expanded={open === name}
              className="aria-expanded:bg-brand-soft min-h-12 px-3"
              onClick={() => {
                setDone(null);
                setOpen(open === name ? null : name);
              }}
            >
              {forms[name]}
              {open !== name && typed.includes(name) && ", not saved"}
            </ToolButton>
          ))}
        <LabelLink numbers={[part.number]} />
      </div>
      <p role="status" className="text-ok font-semibold empty:hidden">
        {done}
      </p>
      <div ref={box}>
        {isHere &&
          keysOf(forms)
            .filter((name) => name === open || typed.includes(name))
            .map((name) => (
              <div
                key={name}
                hidden={name !== open}
                className="border-line bg-surface-raised rounded-sm border p-3"
                onChange={() => setTyped([...new Set([...typed, name])])}
              >
                {formOf(name)}
              </div>
            ))}
      </div>
    </section>
  );
}

function soldAs(reference: string): ReactNode {
  return (
    <>
      Sold:{" "}
      <Link to={recordLink(reference)} className="text-link">
        {reference}
      </Link>
    </>
  );
}

interface WriteOffProps extends PartForm {
  readonly onDone: (words: string) => void;
}

function WriteOff({ part, reload, onDone }: WriteOffProps) {
  const action = useAction();
  const reasons = keysOf(goneReasons).filter((reason) => reason !== "opened" || isAssembly(part.name));
  const press = (reason: GoneReason) =>
    action.run(async () => {
      await savePart({ part, reload }, { state: "gone", reason });
      onDone("Done");
    });
  return (
    <div role="group" aria-label="Why it is gone" className="grid gap-2">
      <p className="text-sm">There is no way back: if it turns up, write it down again.</p>
      <div className="flex flex-wrap gap-2">
        {reasons.map((reason) => (
          <ToolButton
            key={reason}
            aria-disabled={action.isBusy}
            className="text-danger min-h-12 px-3"
            onClick={() => void press(reason)}
          >
            {goneReasons[reason]}
          </ToolButton>
        ))}
      </div>
      <Problem action={action} />
    </div>
  );
}
