/** A model as people ask for it: the maker's code and, if it has one, the name on the tank. */
export interface Model {
  readonly code: string;
  readonly name?: string;
}

export type MachineKind = "farmQuad" | "sportQuad" | "dirtBike" | "farmBike" | "roadBike";

type ModelsOfMake = Readonly<Partial<Record<MachineKind | "popular", readonly Model[]>>>;

/** The models that we can quote for. `popular` are the quads that a brand's page describes. */
export const modelsByMake = {
  Honda: {
    popular: [
      { code: "TRX250TM" },
      { code: "TRX350FM", name: "FourTrax Rancher 350" },
      { code: "TRX420FM" },
      { code: "TRX420FPA" },
      { code: "TRX500FM", name: "Foreman" },
      { code: "TRX500FA", name: "Rubicon" },
      { code: "TRX520FM" },
      { code: "TRX520FA" },
    ],
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
  Yamaha: {
    popular: [
      { code: "YFM350", name: "Grizzly 350" },
      { code: "YFM350", name: "Bruin 350" },
      { code: "YFM400", name: "Kodiak 400" },
      { code: "YFM400", name: "Big Bear 400" },
      { code: "YFM450", name: "Kodiak 450" },
      { code: "YFM450", name: "Grizzly 450" },
      { code: "YFM550", name: "Grizzly 550" },
      { code: "YFM700", name: "Grizzly 700" },
      { code: "YFM700", name: "Kodiak 700" },
    ],
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
  Suzuki: {
    popular: [
      { code: "LT-F300F", name: "KingQuad 300" },
      { code: "LT-F400F", name: "KingQuad 400" },
      { code: "LT-A400F", name: "KingQuad 400" },
      { code: "LT-A500X", name: "KingQuad 500" },
      { code: "LT-A700X", name: "KingQuad 700" },
      { code: "LT-A750X", name: "KingQuad 750" },
      { code: "LT-A750XP", name: "KingQuad 750" },
    ],
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
  Polaris: {
    popular: [
      { code: "Sportsman 450 H.O." },
      { code: "Sportsman 500 H.O." },
      { code: "Sportsman 570" },
      { code: "Sportsman 850" },
      { code: "Sportsman XP 1000" },
    ],
    farmQuad: [{ code: "Hawkeye 300" }, { code: "Magnum 330" }, { code: "Trail Boss 330" }],
    sportQuad: [{ code: "Outlaw 450 MXR" }, { code: "Outlaw 525" }, { code: "Scrambler" }],
  },
  Kawasaki: {
    popular: [
      { code: "KLF300", name: "Bayou" },
      { code: "KVF300", name: "Brute Force 300" },
      { code: "KVF360", name: "Prairie" },
      { code: "KVF650", name: "Prairie" },
      { code: "KVF650", name: "Brute Force 650 4x4i" },
      { code: "KVF750", name: "Brute Force 750 4x4i" },
    ],
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
  "Can-Am": {
    popular: [
      { code: "Outlander 400" },
      { code: "Outlander 500" },
      { code: "Outlander 570" },
      { code: "Outlander 650" },
      { code: "Outlander 1000" },
    ],
    sportQuad: [{ code: "DS 450" }, { code: "Renegade 800" }, { code: "Renegade 1000" }],
  },
} as const satisfies Readonly<Record<string, ModelsOfMake>>;

/** Still on farms: we know them when people name them. */
export const olderModels: readonly string[] = `
  TRX200, TRX250, TRX300, TRX350, TRX400, TRX450, TRX500, TRX650, Fourtrax, Fourtrax 300, Rancher, Rancher 350, Rancher 400, Rancher 420, Foreman 400, Foreman 450, Foreman 500, Rubicon 500, Rincon 650, Recon, Big Red
  YFM200, YFM225, YFM250, YFM350, YFM400, YFM450, YFM600, YFM660, Moto-4, Grizzly, Grizzly 600, Grizzly 660, Kodiak, Bruin, Bruin 250, Big Bear, Big Bear 350, Wolverine, Raptor, Raptor 660, Warrior
  LT-F160, LT-F230, LT-F300, LT-A400, LT-A450, LT-A500, LT-A700, LT-4WD, KingQuad, KingQuad 450, KingQuad 500, QuadRunner, QuadRunner 250, QuadMaster, Eiger 400, Vinson 500, Ozark 250
  Sportsman, Sportsman 300, Sportsman 335, Sportsman 400, Sportsman 500, Sportsman 600, Sportsman 700, Sportsman 800, Sportsman X2, Magnum, Magnum 325, Magnum 425, Magnum 500, Hawkeye, Hawkeye 400, Trail Boss, Trail Boss 250, Xplorer, Xplorer 300, Xplorer 400, Xpedition, Ranger, Outlaw
  KLF185, KLF250, KLF300, KLF400, KVF300, KVF360, KVF400, KVF650, KVF700, KVF750, Bayou 220, Bayou 250, Bayou 300, Bayou 400, Prairie 300, Prairie 360, Prairie 400, Prairie 650, Prairie 700, Brute Force, Brute Force 650, Brute Force 750, Mule
  Outlander, Outlander 330, Outlander 450, Outlander 800, Outlander 850, Traxter, Renegade, Renegade 500`
  .trim()
  .split(/,\s+|\s*\n\s*/);

export type Make = keyof typeof modelsByMake;

export const makes = Object.keys(modelsByMake) as readonly Make[];

export function modelsOf(make: Make): ModelsOfMake {
  return modelsByMake[make];
}

export function modelName({ code, name }: Model): string {
  return name === undefined ? code : `${code} ${name}`;
}

export function modelNames(make: Make): readonly string[] {
  return Object.values(modelsOf(make)).flat().map(modelName);
}
