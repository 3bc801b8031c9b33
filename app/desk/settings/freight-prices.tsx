import { MoneyField } from "#app/desk/deal/money-field.tsx";
import { TextInput } from "#app/desk/deal/text-inputs.tsx";
import { type FreightTable, weightClasses, weightLimits, zoneLabels } from "#domain/deals/freight.ts";
import { freightZones } from "#domain/deals/quote.ts";

interface FreightPricesProps {
  readonly table: FreightTable;
  readonly onChange: (table: FreightTable) => void;
}

/** Prices by zone and weight, GST included, and what a rural address adds. */
export function FreightPrices({ table, onChange }: FreightPricesProps) {
  return (
    <>
      <div className="overflow-x-auto">
        <table className="w-full min-w-96 text-left">
          <thead className="text-ink-muted text-sm">
            <tr>
              <th scope="col" className="font-normal">
                Including GST
              </th>
              {weightClasses.map((weight) => (
                <th key={weight} scope="col" className="px-1 font-normal">
                  Up to {weightLimits[weight]} kg
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {freightZones.map((zone) => (
              <tr key={zone}>
                <th scope="row" className="pr-3 font-semibold whitespace-nowrap">
                  {zoneLabels[zone]}
                </th>
                {weightClasses.map((weight) => (
                  <td key={weight} className="p-1">
                    <MoneyField
                      label={`${zoneLabels[zone]}, up to ${weightLimits[weight]} kg`}
                      isLabelHidden
                      cents={table.zones[zone][weight]}
                      onChange={(cents) => {
                        const prices = { ...table.zones[zone], [weight]: cents ?? 0 };
                        onChange({ ...table, zones: { ...table.zones, [zone]: prices } });
                      }}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <MoneyField
          label="A rural address adds, for each parcel"
          cents={table.rural_cents}
          onChange={(cents) => onChange({ ...table, rural_cents: cents ?? 0 })}
        />
        <TextInput
          label="Service, as customers read it"
          maxLength={80}
          value={table.service}
          onChange={(service) => onChange({ ...table, service })}
        />
      </div>
    </>
  );
}
