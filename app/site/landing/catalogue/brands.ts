import type { Kind, Model } from "./models.ts";

export interface Brand {
  readonly slug: string;
  readonly name: string;
  readonly models: Readonly<Partial<Record<Kind, readonly Model[]>>>;
}

const honda: Brand = {
  slug: "honda",
  name: "Honda",
  models: {
    farmQuad: [{ code: "TRX300FW" }, { code: "TRX680FA", name: "Rincon" }],
    sportQuad: [{ code: "TRX450R" }, { code: "TRX400EX" }, { code: "TRX90X" }],
    dirtBike: [{ code: "CRF250R" }, { code: "CRF450R" }, { code: "CRF250X" }],
    farmBike: [
      { code: "CT110" },
      { code: "CT125" },
      { code: "CTX200", name: "Bushlander" },
      { code: "XR190CT" },
    ],
    roadBike: [{ code: "CBR250R" }, { code: "CBR500R" }, { code: "CB500X" }],
  },
};

const yamaha: Brand = {
  slug: "yamaha",
  name: "Yamaha",
  models: {
    farmQuad: [
      { code: "YFB250", name: "Timberwolf" },
      { code: "YFM250", name: "Bear Tracker" },
    ],
    sportQuad: [
      { code: "YFM700R", name: "Raptor" },
      { code: "YFZ450R" },
      { code: "YFZ450" },
      { code: "YFZ350", name: "Banshee" },
      { code: "YFS200", name: "Blaster" },
    ],
    dirtBike: [{ code: "YZ250F" }, { code: "WR450F" }, { code: "TT-R230" }],
    farmBike: [{ code: "AG100" }, { code: "AG125" }, { code: "AG200" }],
    roadBike: [{ code: "MT-03" }, { code: "MT-07" }, { code: "YZF-R3" }],
  },
};

const suzuki: Brand = {
  slug: "suzuki",
  name: "Suzuki",
  models: {
    farmQuad: [
      { code: "LT-F250", name: "Ozark" },
      { code: "LT-F500F", name: "Vinson" },
      { code: "LT-F400", name: "Eiger" },
    ],
    sportQuad: [{ code: "LT-Z400" }, { code: "LT-R450" }],
    dirtBike: [{ code: "RM-Z250" }, { code: "RM-Z450" }, { code: "DR-Z400E" }],
    farmBike: [
      { code: "DR200SE", name: "Trojan" },
      { code: "TF125", name: "Mudbug" },
    ],
    roadBike: [{ code: "GS500" }, { code: "SV650" }, { code: "DL650", name: "V-Strom" }],
  },
};

const polaris: Brand = {
  slug: "polaris",
  name: "Polaris",
  models: {
    farmQuad: [{ code: "Hawkeye 300" }, { code: "Magnum 330" }, { code: "Trail Boss 330" }],
    sportQuad: [{ code: "Outlaw 450 MXR" }, { code: "Outlaw 525" }, { code: "Scrambler" }],
  },
};

const kawasaki: Brand = {
  slug: "kawasaki",
  name: "Kawasaki",
  models: {
    farmQuad: [{ code: "KLF220" }, { code: "KLF400", name: "Bayou" }, { code: "KVF400", name: "Prairie" }],
    sportQuad: [{ code: "KFX450R" }, { code: "KFX400" }, { code: "KFX700" }],
    dirtBike: [
      { code: "KX85" },
      { code: "KX250" },
      { code: "KX450" },
      { code: "KLX150" },
      { code: "KLX230" },
      { code: "KLX250S" },
    ],
    roadBike: [{ code: "Ninja 300" }, { code: "ER-6n" }, { code: "KLR650" }],
  },
};

const canAm: Brand = {
  slug: "can-am",
  name: "Can-Am",
  models: {
    sportQuad: [{ code: "DS 450" }, { code: "Renegade 800" }, { code: "Renegade 1000" }],
  },
};

export const brandsBySlug = {
  honda,
  yamaha,
  suzuki,
  polaris,
  kawasaki,
  "can-am": canAm,
} as const satisfies Readonly<Record<string, Brand>>;

export type BrandSlug = keyof typeof brandsBySlug;

/** Those we wreck, in the order of the menu. */
export const brands: readonly Brand[] = Object.values(brandsBySlug);

/** The brands that made machines of a kind, with those machines. */
export function modelsOf(kind: Kind) {
  return brands.flatMap(({ models, ...brand }) => {
    const some = models[kind];
    return some === undefined ? [] : [{ ...brand, models: some }];
  });
}
