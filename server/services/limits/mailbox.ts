const gmailDomains = ["gmail.com", "googlemail.com"];

/**
 * Normalizes an e-mail address for counting: upper case and a "+tag" do not make another mailbox, nor do dots with
 * Gmail (https://support.google.com/mail/answer/7436150). Mail goes to the address as it was typed.
 */
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
