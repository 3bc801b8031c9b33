import type { Brand } from "./catalogue/brands.ts";
import { type Kind, kindTitles } from "./catalogue/models.ts";
import { ModelChips } from "./chips.tsx";

interface OtherModelsProps {
  readonly brand: Brand;
}

/** The rest of what a brand built, on four wheels and on two. */
export function OtherModels({ brand: { name, models } }: OtherModelsProps) {
  return (
    <div className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
      {(Object.keys(kindTitles) as Kind[]).map((kind) => {
        const some = models[kind];
        return some === undefined ? null : (
          <div key={kind} className="grid content-start gap-2">
            <h3 className="text-2xl">{kindTitles[kind]}</h3>
            <ModelChips make={name} models={some} />
          </div>
        );
      })}
    </div>
  );
}
