/** Makes what staff and customers write or paste storable: drops control characters instead of refusing them. */
export function plainText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll("\r\n", "\n")
    .replaceAll(/[\p{Cc}--[\n\t]]/gv, "")
    .normalize("NFC")
    .trim();
}

/** As it begins a line: "rear diff" is "Rear diff". */
export function capitalised(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
