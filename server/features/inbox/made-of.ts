const leastLetters = 12;
const piecesMost = 200;
const placesMost = 20;
const nothing = { length: 0, end: 0 };

/**
 * Returns whether letters are pieces of these texts and nothing else, each text's in their order. Programs leave out or join
 * lines; a word typed between them makes a piece that is too short, even if our mail has the same word elsewhere.
 */
export function isMadeOf(letters: string, texts: readonly string[]): boolean {
  const next = texts.map(() => 0);
  let at = 0;
  for (let pieces = 0; at < letters.length && pieces < piecesMost; pieces += 1) {
    const found = texts.map((text, index) => longestPiece(letters, at, text, next[index] ?? 0));
    const best = found.reduce((one, other) => (other.length > one.length ? other : one), nothing);
    if (best.length === 0) return false;
    next[found.indexOf(best)] = best.end;
    at += best.length;
  }
  return at >= letters.length;
}

/** The longest of a text that `letters` has at a place; of length 0 if it is too short, unless it is the whole text. */
function longestPiece(letters: string, at: number, text: string, from: number) {
  const start = letters.slice(at, at + Math.min(leastLetters, text.length));
  let best = nothing;
  if (text === "" || start.length < Math.min(leastLetters, text.length)) return best;
  let place = text.indexOf(start, from);
  for (let places = 0; place !== -1 && places < placesMost; places += 1) {
    let { length } = start;
    while (at + length < letters.length && letters[at + length] === text[place + length]) length += 1;
    if (length > best.length) best = { length, end: place + length };
    place = text.indexOf(start, place + 1);
  }
  return best;
}
