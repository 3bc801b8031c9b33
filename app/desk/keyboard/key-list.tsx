import { useState } from "react";

import { areKeysOn, shortcuts, switchKeys } from "#app/desk/preferences/shortcuts.ts";
import { Dialog } from "#app/desk/ui/dialog.tsx";
import { Button } from "#app/shared/ui/button.tsx";

interface KeyListProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Shows what the keys do, and switches them off and on. */
export function KeyList({ isOpen, onClose }: KeyListProps) {
  return (
    <Dialog title="Keys" isOpen={isOpen} onClose={onClose}>
      <dl className="mt-3 grid gap-1.5 text-sm sm:gap-1">
        {shortcuts.map(({ keys, words }) => (
          <div key={words} className="flex items-baseline gap-4">
            <dt className="w-24 shrink-0 text-right">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="border-line-strong bg-surface ml-1 inline-block min-w-7 rounded-sm border px-1.5 text-center font-semibold"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{words}</dd>
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
      Letters and digits work as keys on this device
    </label>
  );
}
