/** The value that `share` of all values stay below. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const below = sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
  const above = sorted[Math.ceil((sorted.length - 1) / 2)] ?? Number.NaN;
  return (below + above) / 2;
}

/** Lowest and highest, to print next to a median. */
export function span(values: readonly number[], digits = 0): string {
  return `${format(Math.min(...values), digits)} - ${format(Math.max(...values), digits)}`;
}

export function format(value: number, digits = 0): string {
  return value.toLocaleString("en-NZ", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
