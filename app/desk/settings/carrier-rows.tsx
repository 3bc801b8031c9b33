import { TextInput } from "#app/desk/deal/text-inputs.tsx";
import type { DeskSetting } from "#domain/deals/deal-wire.ts";

import { Rows } from "./rows.tsx";

interface CarrierRowsProps {
  readonly carriers: DeskSetting<"carriers">;
  readonly onChange: (carriers: DeskSetting<"carriers">) => void;
}

export function CarrierRows({ carriers, onChange }: CarrierRowsProps) {
  return (
    <>
      <p className="text-ink-muted text-sm">
        In the tracking link, {"{n}"} stands for the number. Without a link, customers read the number alone.
      </p>
      <Rows label="Carriers" rows={carriers} empty={{ name: "", link: null }} most={30} onChange={onChange}>
        {({ name, link }, edit) => (
          <div className="grid gap-3 sm:grid-cols-[12rem_minmax(0,1fr)]">
            <TextInput label="Name" maxLength={60} value={name} onChange={(typed) => edit({ name: typed })} />
            <TextInput
              label="Tracking link"
              maxLength={300}
              value={link}
              onChange={(typed) => edit({ link: typed === "" ? null : typed })}
            />
          </div>
        )}
      </Rows>
    </>
  );
}
