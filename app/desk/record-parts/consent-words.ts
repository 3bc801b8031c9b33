/** A record that the sweeper adopted has no answer to the consent box (design.md section 8.2). */
export function consentWords(consent: unknown): string {
  if (consent === true) return "given";
  return consent === false ? "not given" : "unknown (adopted)";
}
