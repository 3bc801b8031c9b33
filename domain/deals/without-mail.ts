const byPhone: readonly (readonly [mail: string, phone: string])[] = [
  ["You get an e-mail", "We ring or text you"],
  ["by e-mail", "by phone or text message"],
  ["e-mail you", "text you"],
  [" or reply to our e-mail", ""],
];

/** Words a promise for a customer who gave no e-mail address: staff ring or text instead (deals.md section 13). */
export function promisedTo({ email }: { readonly email: string }, text: string): string {
  return email === "" ? byPhone.reduce((said, [mail, phone]) => said.replaceAll(mail, phone), text) : text;
}
