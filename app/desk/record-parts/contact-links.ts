/** Opens a mail to that address; what would be read as a mail header is escaped. */
export function mailLink(address: string): string {
  return `mailto:${encodeURIComponent(address).replaceAll("%40", "@")}`;
}

/** Calls the first number in what a visitor wrote ("027 123 4567 after 5 pm"), if there is one. */
export function phoneLink(words: string): string | null {
  const number = /\+?\d[\d\s().-]*/.exec(words)?.[0].replaceAll(/[^+\d]/g, "");
  return number === undefined ? null : `tel:${number}`;
}
