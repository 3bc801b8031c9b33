/** Shorter runs of digits are a time, an extension or a slip. */
const shortestNumber = 7;
const longestNumber = 11;
const longestAbroad = 15; // ITU-T E.164, section 6.

const run = /[(+]*\d[\d\s()./\p{Pd}\u2212]*/gu;
const onlyNumber = /^[+\d\s()./\p{Pd}\u2212]+$/u;
const pieceOfRun = /[^\d]*\d+/g;
const times =
  /(?<!\d)\d{1,2}(?:[.:]\d\d)?\s*[ap]\.?m\b|(?<![\d:])\d{1,2}:\d\d(?!\d)|(?<=\s)\d{1,2}\s?[-–]\s?\d{1,2}(?![\d-])|(?<=\s)\d{1,2}\s+(?=days?\b)/gi;

/**
 * Reads every phone number in what a visitor wrote, as New Zealanders dial it: "+64 (0)21 555 0100 after 5 pm" is
 * 0215550100. Numbers abroad keep their country: +61412345678. `least` is how many digits make a number.
 */
export function phoneNumbers(written: string, least = shortestNumber): string[] {
  const runs = written.replaceAll(times, ",").match(run) ?? [];
  return [...new Set(runs.flatMap(numbersIn))].filter((number) => number.replace("+", "").length >= least);
}

export function isNumberOnly(written: string): boolean {
  return onlyNumber.test(written);
}

/** Calls the first number in what a visitor wrote ("027 123 4567 after 5 pm"), if there is one. */
export function phoneLink(written: string): string | null {
  const [number] = phoneNumbers(written);
  return number === undefined ? null : `tel:${number}`;
}

/** Only a number too long to be one is several: "430 1234/021 555 0177". */
function numbersIn(written: string): string[] {
  const whole = dialled(written);
  if (whole.length <= (whole.startsWith("+") ? longestAbroad + 1 : longestNumber)) return [whole];
  const numbers: string[] = [];
  for (const piece of written.match(pieceOfRun) ?? []) {
    const last = numbers.at(-1);
    if (last === undefined || beginsNumber(piece, last)) numbers.push(piece);
    else numbers.splice(-1, 1, last + piece);
  }
  return numbers.map(dialled);
}

function beginsNumber(piece: string, before: string): boolean {
  const { length } = dialled(before);
  if (dialled(before + piece).length > longestNumber) return true;
  return piece.includes("/") ? length >= shortestNumber : length >= shortestNumber + 2 && /^\D+0/.test(piece);
}

/** The 0 in "+64 (0)21" is left out (ITU-T E.123), and so is 64. */
function dialled(written: string): string {
  const digits = written.replaceAll(/\D/g, "");
  const isAbroad = written.includes("+") || digits.startsWith("00");
  const plain = digits.replace(/^00/, "");
  if (isAbroad ? plain.startsWith("64") : /^64\d{7}/.test(plain)) return plain.replace(/^640*/, "0");
  return isAbroad && !plain.startsWith("0") ? `+${plain}` : digits;
}

/** A single number in groups, so that a spreadsheet keeps its 0; other text as it is. */
export function groupedPhone(written: string): string {
  const [number, other] = phoneNumbers(written);
  if (number?.startsWith("0") !== true || other !== undefined || !isNumberOnly(written)) return written;
  return number.replace(/^(0[58]00|02\d|0\d)(\d{3})(\d+)$/, "$1 $2 $3");
}
