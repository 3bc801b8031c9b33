import { modelsOf } from "./catalogue/brands.ts";
import type { Kind } from "./catalogue/models.ts";
import { ModelChips } from "./chips.tsx";

interface ModelListsProps {
  readonly kind: Kind;
}

/** The machines of one kind, brand by brand. */
export function ModelLists({ kind }: ModelListsProps) {
  return (
    <div className="grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
      {modelsOf(kind).map(({ slug, name, models }) => (
        <div key={slug} className="grid content-start gap-3">
          <h3 className="text-2xl">{name}</h3>
          <ModelChips make={name} models={models} />
        </div>
      ))}
    </div>
  );
}
