import { useState } from "react";

import { Choice, linesProblem, MoneyField, TextArea, TextInput } from "#app/desk/deal/inputs.tsx";
import { useAction } from "#app/desk/ui/action.tsx";
import { Button } from "#app/shared/ui/button.tsx";
import { evidenceMost } from "#domain/deals/quote.ts";
import { fitText, type Part } from "#domain/stock/part.ts";
import { readFit } from "#domain/stock/read-fit.ts";
import { fitsMost } from "#domain/stock/stock-wire.ts";

import { Problem } from "./move-form.tsx";
import { type PartForm, savePart } from "./save-part.ts";

const grades = { "": "No grade", A: "Grade A", B: "Grade B", C: "Grade C" } as const;
const weights = { "": "Not known", S: "Up to 5 kg", M: "Up to 15 kg", L: "Up to 25 kg" } as const;

const none = "" as const;

/** As people type it. */
function typedOf(part: Part) {
  const { name, price_cents, grade, weight, quantity, public: isPublic } = part;
  const texts = { condition: part.condition.join("\n"), fits: part.fits.map(fitText).join("\n") };
  return { name, price_cents, grade: grade ?? none, weight: weight ?? none, quantity, isPublic, ...texts };
}

type Typed = ReturnType<typeof typedOf>;

const linesOf = (text: string) => text.split("\n").filter((line) => line.trim() !== "");

/** Only what differs: somebody else may have moved the part meanwhile. */
function changesOf(typed: Typed, before: Part) {
  const was = typedOf(before);
  const { name, price_cents, grade, weight, quantity, isPublic: is, condition, fits } = typed;
  const known = (line: string) => before.fits.find((fit) => fitText(fit) === line.trim());
  return {
    ...(name !== was.name && { name }),
    ...(price_cents !== was.price_cents && { price_cents }),
    ...(grade !== was.grade && { grade: grade === "" ? null : grade }),
    ...(weight !== was.weight && { weight: weight === "" ? null : weight }),
    ...(quantity !== was.quantity && { quantity }),
    ...(is !== was.isPublic && { public: is }),
    ...(condition !== was.condition && { condition: linesOf(condition) }),
    ...(fits !== was.fits && { fits: linesOf(fits).map((line) => known(line) ?? readFit(line)) }),
  };
}

interface ChangePartProps extends PartForm {
  readonly onDone: (words: string) => void;
}

/** Changes what is written about a part. If somebody else was first, what is typed stays, and goes on top of theirs. */
export function ChangePart({ part, reload, onDone }: ChangePartProps) {
  const action = useAction();
  const [before] = useState(part);
  const [typed, setTyped] = useState(() => typedOf(part));
  const set = (change: Partial<Typed>) => setTyped({ ...typed, ...change });
  const submit = action.onSubmit(async () => {
    await savePart({ part, reload }, changesOf(typed, before));
    onDone("Saved");
  });
  const lines = { most: evidenceMost, fits: { lines: fitsMost, characters: 120 } };
  return (
    <form aria-label="Change the part" className="grid gap-3" onSubmit={submit}>
      <TextInput
        label="Part"
        required
        maxLength={120}
        value={typed.name}
        onChange={(name) => set({ name })}
      />
      <div className="grid grid-cols-2 gap-3">
        <MoneyField
          label="Price incl. GST"
          cents={typed.price_cents}
          onChange={(price_cents) => set({ price_cents })}
        />
        <Choice label="Grade" value={typed.grade} choices={grades} onChange={(grade) => set({ grade })} />
        <Choice
          label="Weight"
          value={typed.weight}
          choices={weights}
          onChange={(weight) => set({ weight })}
        />
        <TextInput
          label="Pieces"
          type="number"
          required
          min={1}
          max={99}
          value={String(typed.quantity)}
          onChange={(text) => set({ quantity: Number(text) })}
        />
      </div>
      <TextArea
        label="Condition: measurements and what to see, one a line"
        problem={linesProblem(linesOf(typed.condition), lines.most)}
        value={typed.condition}
        onChange={(condition) => set({ condition })}
      />
      <TextArea
        label="Fits, one a line: Honda TRX420FM 2007-2013"
        problem={linesProblem(linesOf(typed.fits), lines.fits)}
        value={typed.fits}
        onChange={(fits) => set({ fits })}
      />
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          className="accent-brand size-5"
          checked={typed.isPublic}
          onChange={({ target }) => set({ isPublic: target.checked })}
        />
        On the website, once it has a price and a photo
      </label>
      <Problem action={action} />
      {isOvertaken(action.problem?.status) && (
        <p className="text-sm">What you typed is kept. Look at the part above, then save again.</p>
      )}
      <Button type="submit" aria-disabled={action.isBusy}>
        Save
      </Button>
    </form>
  );
}

const isOvertaken = (status: number | null | undefined) => status === 412;
