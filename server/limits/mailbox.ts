/**
 * What an e-mail address counts as: upper case and a "+tag" make another text, not another mailbox.
 * Only for counting; mail goes to the address as it was typed.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf("@");
  const name = email.slice(0, at).replace(/(?<=.)\+.*$/s, "");
  return `${name}${email.slice(at)}`.toLowerCase();
}
