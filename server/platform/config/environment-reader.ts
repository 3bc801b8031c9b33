export type Environment = Readonly<Record<string, string | undefined>>;

/** Such as 07:30. */
export function isTimeOfDay(value: string): boolean {
  return /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(value);
}

/** Reads one variable after another and notes every problem, so that all are reported together. */
export class EnvironmentReader {
  readonly problems: string[] = [];
  readonly #environment: Environment;

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  optional(name: string): string | null {
    const value = this.#environment[name]?.trim();
    return value === undefined || value === "" ? null : value;
  }

  text(name: string, fallback: string, isValid: (value: string) => boolean, expected: string): string {
    const value = this.optional(name) ?? fallback;
    if (!isValid(value)) this.problems.push(`${name} must be ${expected}`);
    return value;
  }

  wholeNumber(name: string, fallback: number, min: number, max: number): number {
    const value = this.optional(name);
    if (value === null) return fallback;
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= min && number <= max) return number;
    this.problems.push(`${name} must be a whole number from ${min} to ${max}`);
    return fallback;
  }

  url(name: string, fallback: string, isValid: (url: URL) => boolean, expected: string): URL | null {
    const url = URL.parse(this.optional(name) ?? fallback);
    if (url !== null && isValid(url)) return url;
    this.problems.push(`${name} must be ${expected}`);
    return null;
  }
}
