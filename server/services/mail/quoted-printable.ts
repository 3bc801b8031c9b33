const longestLine = 76;

/** RFC 2045, section 6.7. Takes half the time of nodemailer's (decision 003). */
export function quotedPrintable(text: string): string {
  return escaped(text.replaceAll("\r\n", "\n"))
    .split("\n")
    .map(withVisibleEnd)
    .map(inShortLines)
    .join("\r\n");
}

function escaped(text: string): string {
  return text.replaceAll("=", "=3D").replaceAll(/[^\t\n -~]+/g, bytesOf);
}

function bytesOf(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll("%", "=");
}

/** Mail servers may remove white space at the end of a line. */
function withVisibleEnd(line: string): string {
  if (line.endsWith(" ")) return `${line.slice(0, -1)}=20`;
  return line.endsWith("\t") ? `${line.slice(0, -1)}=09` : line;
}

function inShortLines(line: string): string {
  let lines = "";
  let from = 0;
  while (line.length - from > longestLine) {
    const to = endOfPiece(line, from + longestLine - 1);
    lines += `${line.slice(from, to)}=\r\n`;
    from = to;
  }
  return lines + line.slice(from);
}

/** Does not cut through an escaped byte. */
function endOfPiece(line: string, at: number): number {
  if (line[at - 1] === "=") return at - 1;
  return line[at - 2] === "=" ? at - 2 : at;
}
