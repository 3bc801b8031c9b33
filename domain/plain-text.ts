/** Makes what staff and customers write or paste storable: drops control characters instead of refusing them. */
export function plainText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll("\r\n", "\n")
    .replaceAll(/[\p{Cc}--[\n\t]]/gv, "")
    .normalize("NFC")
    .trim();
}
