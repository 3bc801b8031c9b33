const primary = [3, 2, 7, 6, 5, 4, 3, 2];
const secondary = [7, 4, 3, 2, 5, 2, 7, 6];

/**
 * Returns what is wrong with a GST number, to continue the name of its field; null if nothing is known to be. It is an IRD
 * number: 8 or 9 digits with a check digit (Inland Revenue, RWT and NRWT specification, "IRD number validation").
 */
export function gstNumberProblem(typed: string): string | null {
  const digits = typed.replaceAll(/[\s-]/g, "");
  const number = Number(digits);
  if (!/^\d{8,9}$/.test(digits) || number < 10_000_000 || number > 200_000_000)
    return "must have eight or nine digits, such as 123-456-789";
  const padded = digits.padStart(9, "0");
  const first = checkDigit(padded, primary);
  const expected = first === 10 ? checkDigit(padded, secondary) : first;
  return expected === Number(padded[8])
    ? null
    : "has a wrong check digit: compare it with a letter from Inland Revenue";
}

function checkDigit(padded: string, weights: readonly number[]): number {
  const sum = weights.reduce((total, weight, at) => total + weight * Number(padded[at]), 0);
  return (11 - (sum % 11)) % 11;
}
