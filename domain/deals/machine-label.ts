/** What is on the label of a machine in the yard (Secondhand Dealers and Pawnbrokers Act 2004, section 48). */

/** With capitals only, so that the QR code is small: it leads to the row in the yard, behind sign-in. */
export const machineLabelPath = "/Y";

export function yardRowPath(number: number): string {
  return `/admin/yard?machine=${number}`;
}

/** What the QR code holds. A host has no capitals, so it reads the same. */
export function machineAddress(siteOrigin: string, number: number): string {
  return `${siteOrigin}${machineLabelPath}/${number}`.toUpperCase();
}

/** What the bar code holds, for example "M-214". */
export function machineCode(number: number): string {
  return `M-${number}`;
}
