import { useState } from "react";

import { deskCall } from "#app/desk/api/desk-call.ts";
import { Choice, MoneyField, TextInput } from "#app/desk/deal/inputs.tsx";
import { useAction } from "#app/desk/ui/action.tsx";
import { randomKey } from "#app/shared/forms/draft.ts";
import { Button } from "#app/shared/ui/button.tsx";
import type { Part } from "#domain/stock/part.ts";
import { stockCalls } from "#domain/stock/stock-calls.ts";

import { Problem } from "./move-form.tsx";

const methods = { cash: "Cash", card: "Card", transfer: "Bank transfer" } as const;

interface SellPartProps {
  readonly part: Part;
  readonly onSold: (reference: string) => Promise<void>;
}

/** Sells it to somebody who stands at the counter: paid and handed over at once, with an invoice. */
export function SellPart({ part, onSold }: SellPartProps) {
  const action = useAction();
  // The same press again after a lost response is the same sale.
  const [key] = useState(randomKey);
  const [sale, setSale] = useState({
    quantity: 1,
    price_cents: part.price_cents,
    method: "cash" as keyof typeof methods,
    name: "",
    note: "",
  });
  const set = (change: Partial<typeof sale>) => setSale({ ...sale, ...change });
  const submit = action.onSubmit(async () => {
    const price_cents = sale.price_cents ?? 0;
    const { ref } = await deskCall(stockCalls.sell, { ...sale, number: part.number, price_cents }, { key });
    await onSold(ref);
  });
  return (
    <form aria-label="Sell at the counter" className="grid gap-3" onSubmit={submit}>
      <div className="grid grid-cols-2 gap-3">
        <MoneyField
          label={part.free > 1 ? "Price of one, incl. GST" : "Price incl. GST"}
          required
          cents={sale.price_cents}
          onChange={(price_cents) => set({ price_cents })}
        />
        <Choice
          label="Paid by"
          value={sale.method}
          choices={methods}
          onChange={(method) => set({ method })}
        />
        {part.free > 1 && (
          <TextInput
            label="Pieces"
            type="number"
            required
            min={1}
            max={part.free}
            value={String(sale.quantity)}
            onChange={(text) => set({ quantity: Number(text) })}
          />
        )}
      </div>
      <TextInput
        label="Name, if they want one on the invoice"
        maxLength={100}
        value={sale.name}
        onChange={(name) => set({ name })}
      />
      <TextInput label="Note" maxLength={1000} value={sale.note} onChange={(note) => set({ note })} />
      <Problem action={action} />
      <Button type="submit" aria-disabled={action.isBusy}>
        Sell it
      </Button>
    </form>
  );
}
