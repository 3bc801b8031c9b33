/** A model as people ask for it: the maker's code, and the name on the tank where there is one. */
export interface Model {
  readonly code: string;
  readonly name?: string;
}

/** What a machine is built for; the key of every list of models. */
export type Kind = "farmQuad" | "sportQuad" | "dirtBike" | "farmBike" | "roadBike";

export const kindTitles: Readonly<Record<Kind, string>> = {
  farmQuad: "More work quads",
  sportQuad: "Sport quads",
  dirtBike: "Dirt bikes",
  farmBike: "Farm bikes",
  roadBike: "Road bikes",
};

/** As it goes into the quote form, and as it is read out. */
export const fullName = ({ code, name }: Model) => (name === undefined ? code : `${code} ${name}`);
