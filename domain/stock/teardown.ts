/** The assemblies that are kept whole, and that hide what lies in them until they are opened up. */
export function isAssembly(name: string): boolean {
  return assemblies.has(name.toLowerCase());
}

const assemblies = new Set(["complete engine", "complete gearbox", "front diff", "rear diff"]);
