const gmailDomains = ["gmail.com", "googlemail.com"];

/** For counting only. Gmail ignores dots (https://support.google.com/mail/answer/7436150). */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf("@");
  const name = email.slice(0, at).replace(/(?<=.)\+.*$/s, "");
  const domain = mailDomainOf(email);
  return `${domain === "gmail.com" ? name.replaceAll(".", "") : name}@${domain}`.toLowerCase();
}

export function mailDomainOf(email: string): string {
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  return gmailDomains.includes(domain) ? "gmail.com" : domain;
}
