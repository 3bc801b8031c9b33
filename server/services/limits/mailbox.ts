const gmailDomains = ["gmail.com", "googlemail.com"];

/**
 * What an e-mail address counts as. Upper case and a "+tag" make another text, not another mailbox, and
 * Gmail ignores dots as well (https://support.google.com/mail/answer/7436150).
 * Only for counting; mail goes to the address as it was typed.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf("@");
  const name = email.slice(0, at).replace(/(?<=.)\+.*$/s, "");
  const domain = mailDomainOf(email);
  return `${domain === "gmail.com" ? name.replaceAll(".", "") : name}@${domain}`.toLowerCase();
}

/** The domain that gets mail for an address, in lower case. Both names of Gmail are one. */
export function mailDomainOf(email: string): string {
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  return gmailDomains.includes(domain) ? "gmail.com" : domain;
}
