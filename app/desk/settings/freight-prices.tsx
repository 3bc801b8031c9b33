import { MoneyField } from "#app/desk/deal/money-field.tsx";
import { TextInput } from "#app/desk/deal/text-inputs.tsx";
import { type FreightTable, weightClasses, weightLimits, zoneLabels } from "#domain/deals/freight.ts";
import { freightZones } from "#domain/deals/quote.ts";

interface FreightPricesProps {
  readonly value: FreightTable;
  readonly onChange: (table: FreightTable) => void;
}

/** On a phone, the name of a zone is above its prices. */
const rowClasses = "max-sm:grid max-sm:grid-cols-3";

/** Prices by zone and weight, GST included, and what a rural address adds. */
export function FreightPrices({ value: table, onChange }: FreightPricesProps) {
  return (
    <>
      <table className="w-full text-left max-sm:block">
        <thead className="text-ink-muted text-sm max-sm:block">
          <tr className={rowClasses}>
            <th scope="col" className="font-normal max-sm:col-span-3">
              Including GST
            </th>
            {weightClasses.map((weight) => (
              <th key={weight} scope="col" className="px-1 font-normal">
                Up to {weightLimits[weight]} kg
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {freightZones.map((zone) => (
            <tr key={zone} className={rowClasses}>
              <th scope="row" className="pr-3 font-semibold whitespace-nowrap max-sm:col-span-3">
                {zoneLabels[zone]}
              </th>
              {weightClasses.map((weight) => (
                <td key={weight} className="p-1">
                  <MoneyField
                    label={`${zoneLabels[zone]}, up to ${weightLimits[weight]} kg`}
                    isLabelHidden
                    isPrice
                    cents={table.zones[zone][weight]}
                    onChange={(cents) => {
                      if (cents === null) return;
                      const prices = { ...table.zones[zone], [weight]: cents };
                      onChange({ ...table, zones: { ...table.zones, [zone]: prices } });
                    }}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className="grid gap-3 sm:grid-cols-2">
        <MoneyField
          label="A rural address adds, for each parcel"
          isPrice
          cents={table.rural_cents}
          onChange={(cents) => {
            if (cents !== null) onChange({ ...table, rural_cents: cents });
          }}
        />
        <TextInput
          label="Service, as customers read it"
          required
          maxLength={80}
          value={table.service}
          onChange={(service) => onChange({ ...table, service })}
        />
      </div>
    </>
  );
}
