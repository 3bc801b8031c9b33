import { type MachineKind, makes, modelsOf } from "#domain/catalogue/models.ts";

import { ModelChips } from "./quote-links.tsx";

interface ModelListsProps {
  readonly kind: MachineKind;
}

/** The machines of one kind, brand by brand. */
export function ModelLists({ kind }: ModelListsProps) {
  const lists = makes.map((name) => ({ name, models: modelsOf(name)[kind] ?? [] }));
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
