import { useState } from "react";

interface OrderCheckProps {
  readonly reference: string;
  readonly placed: boolean;
  readonly onChange: (placed: boolean) => Promise<void>;
}

/** Notes that a record led to an order, so that it is kept; shows the new answer while it is on its way. */
export function OrderCheck({ reference, placed, onChange }: OrderCheckProps) {
  const [pending, setPending] = useState<boolean | null>(null);
  const change = async (next: boolean) => {
    if (pending !== null) return;
    setPending(next);
    await onChange(next);
    setPending(null);
  };
  return (
    <label className="flex min-h-11 w-fit items-center gap-2 text-sm lg:min-h-8">
      <input
        type="checkbox"
        aria-label={`Order placed: ${reference}`}
        className="accent-brand size-5 shrink-0"
        checked={pending ?? placed}
        onChange={(event) => void change(event.target.checked)}
      />
      Order placed
    </label>
  );
}
