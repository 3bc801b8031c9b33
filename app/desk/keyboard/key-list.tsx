import { useState } from "react";

import { areKeysOn, commands, keysOf, switchKeys } from "#app/desk/ui/commands.tsx";
import { Dialog } from "#app/desk/ui/dialog.tsx";
import { Button } from "#app/shared/ui/button.tsx";

export function KeyList({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Keys" isOpen onClose={onClose} isWide>
      <dl className="mt-3 gap-x-6 text-sm md:columns-2">
        {commands.map((command) => (
          <div key={command.key} className="flex break-inside-avoid items-baseline gap-4 py-0.5">
            <dt className="w-28 shrink-0 text-right whitespace-nowrap">
              {keysOf(command).map((key) => (
                <kbd
                  key={key}
                  className="border-line-strong bg-surface ml-1 inline-block min-w-7 rounded-sm border px-1.5 text-center font-semibold"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{command.label}</dd>
          </div>
        ))}
      </dl>
      <KeySwitch />
      <Button className="w-full" onClick={onClose}>
        Close
      </Button>
    </Dialog>
  );
}

function KeySwitch() {
  const [areOn, setAreOn] = useState(areKeysOn);
  return (
    <label className="my-3 flex min-h-11 items-center gap-3">
      <input
        type="checkbox"
        className="accent-brand size-5"
        checked={areOn}
        onChange={({ target }) => {
          setAreOn(target.checked);
          switchKeys(target.checked);
        }}
      />
      Use single-key shortcuts on this device
    </label>
  );
}
