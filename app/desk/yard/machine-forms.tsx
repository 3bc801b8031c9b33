import { useState } from "react";

import { CallProblem, deskCall, deskSend } from "#app/desk/api/desk-call.ts";
import { Choice, TextArea, TextInput } from "#app/desk/deal/inputs.tsx";
import { Outcome, useAction } from "#app/desk/ui/action.tsx";
import { Dialog, DialogButtons } from "#app/desk/ui/dialog.tsx";
import { useUnsaved } from "#app/desk/ui/unsaved.tsx";
import { randomKey } from "#app/shared/forms/draft.ts";
import type { ShownMachine } from "#domain/deals/sale-wire.ts";
import { machineStates } from "#domain/deals/sale.ts";
import { stockCalls } from "#domain/stock/stock-calls.ts";

const empty = { make: "", model: "", year: "", vin: "", note: "", type: "" as "" | "ATV" | "Motorcycle" };
const types = { "": "By its model", ATV: "Quad or side-by-side", Motorcycle: "Bike" } as const;

interface EnterMachineProps {
  readonly onEntered: (machine: ShownMachine) => void;
  readonly onClose: () => void;
}

/** Enters a machine that stood in the yard before: there is no purchase to record. */
export function EnterMachine({ onEntered, onClose }: EnterMachineProps) {
  const [values, setValues] = useState(empty);
  const [key] = useState(randomKey); // Pressed twice, it is one machine.
  const action = useAction();
  useUnsaved(values !== empty);
  const set = (name: keyof typeof empty) => (value: string) => setValues({ ...values, [name]: value });
  const { make, model, year, vin, note, type } = values;
  const enter = action.onSubmit(async () => {
    const words = { make, model, vin: vin.trim() || null, note, vehicle_type: type || null };
    const body = { ...words, year: year.trim() === "" ? null : Number(year) };
    onEntered((await deskCall(stockCalls.machine, body, { key })).machine);
  });
  return (
    <Dialog title="Enter a machine" isOpen onClose={onClose}>
      <p className="text-ink-muted mt-1 mb-3">One that stood here before. It has no hold.</p>
      <Outcome action={action} />
      <form method="post" onSubmit={enter} className="grid gap-3">
        <TextInput label="Make" required maxLength={60} value={make} onChange={set("make")} />
        <TextInput label="Model" required maxLength={60} value={model} onChange={set("model")} />
        <TextInput
          label="Year, if it is known"
          type="number"
          min="1900"
          max="2100"
          value={year}
          onChange={set("year")}
        />
        <TextInput label="Frame number or VIN" maxLength={60} value={vin} onChange={set("vin")} />
        <Choice label="Taken apart as" value={type} choices={types} onChange={set("type")} />
        <TextArea label="Note" most={1000} value={note} onChange={set("note")} />
        <DialogButtons label="Enter it" isBusy={action.isBusy} onCancel={onClose} />
      </form>
    </Dialog>
  );
}

const { standing: _, ...ends } = machineStates;

interface EndMachineProps {
  readonly machine: ShownMachine;
  readonly onEnded: () => Promise<void>;
  readonly onClose: () => void;
}

/** Takes a machine out of the list. The server asks once about parts that are still on it. */
export function EndMachine({ machine: { number, name }, onEnded, onClose }: EndMachineProps) {
  const [state, setState] = useState<keyof typeof ends>("stripped");
  const [note, setNote] = useState("");
  const [isAsked, setIsAsked] = useState(false);
  const action = useAction();
  const end = action.onSubmit(async () => {
    try {
      const anyway = isAsked ? { anyway: true } : {};
      await deskSend(stockCalls.machineChange, { number, state, note, ...anyway });
    } catch (error) {
      if (error instanceof CallProblem && error.field === "anyway") setIsAsked(true);
      throw error;
    }
    await onEnded();
    onClose();
  });
  return (
    <Dialog title={`Machine ${number} ends`} isOpen onClose={onClose}>
      <p className="text-ink-muted mt-1 mb-3 wrap-anywhere">{name}</p>
      <Outcome action={action} />
      <form method="post" onSubmit={end} className="grid gap-3">
        <Choice label="How" value={state} choices={ends} onChange={setState} />
        <TextArea label="Note" most={1000} value={note} onChange={setNote} />
        <DialogButtons
          label={isAsked ? "They go with it" : "It ends"}
          isBusy={action.isBusy}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
