export function newWords(mail: { readonly text?: string | undefined; readonly html?: string | undefined }) {
  const full = mail.text ?? "";
  return { words: full.split(/\nOn .* wrote:/)[0] ?? "", full };
}
