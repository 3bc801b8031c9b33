import type { BrandModels, MachineKind } from "#app/site/landing/brands/brand.ts";
import { brands } from "#app/site/landing/brands/brands.ts";

import { ModelChips } from "./quote-links.tsx";

// Imported under its own query, a file is bundled without the texts that only the brand's page needs.
const modelsByFile = import.meta.glob<BrandModels>(["./brands/*.ts", "!./brands/brand*.ts"], {
  eager: true,
  query: "?models",
  import: "models",
});

export function modelsOf(slug: string): BrandModels {
  const models = modelsByFile[`./brands/${slug}.ts`];
  if (models === undefined) throw new Error(`app/site/landing/brands/${slug}.ts is missing`);
  return models;
}

interface ModelListsProps {
  readonly kind: MachineKind;
}

/** The machines of one kind, brand by brand. */
export function ModelLists({ kind }: ModelListsProps) {
  const lists = brands.map(({ slug, name }) => ({ name, models: modelsOf(slug)[kind] ?? [] }));
  return (
    <div className="grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
      {lists
        .filter(({ models }) => models.length > 0)
        .map(({ name, models }) => (
          <div key={name} className="grid content-start gap-3">
            <h3 className="text-2xl">{name}</h3>
            <ModelChips make={name} models={models} />
          </div>
        ))}
    </div>
  );
}
