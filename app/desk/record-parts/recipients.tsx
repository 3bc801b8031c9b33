import { ToolButton } from "#app/desk/ui/tool.tsx";

interface RecipientsProps {
  readonly possible: readonly string[];
  readonly to: readonly string[];
  readonly onChange: (to: string[]) => void;
}

/** Asks whom a reply goes to. Shows nothing if only one address is possible. */
export function Recipients({ possible, to, onChange }: RecipientsProps) {
  if (possible.length < 2) return null;
  return (
    <fieldset className="grid justify-items-start text-sm">
      <legend className="text-ink-muted">Goes to</legend>
      {possible.map((address) => (
        <label key={address} className="flex min-h-11 items-center gap-2 lg:min-h-8">
          <input
            type="checkbox"
            required={to.length === 0}
            className="accent-brand size-5 shrink-0"
            checked={to.includes(address)}
            onChange={({ target: { checked } }) =>
              onChange(possible.filter((one) => (one === address ? checked : to.includes(one))))
            }
          />
          <bdi className="min-w-0 wrap-anywhere">{address}</bdi>
        </label>
      ))}
      <ToolButton className="px-3 lg:min-h-8" onClick={() => onChange([...possible])}>
        Answer all
      </ToolButton>
    </fieldset>
  );
}
