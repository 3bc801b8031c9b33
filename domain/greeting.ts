/** Titles, and words that begin some family names. */
const noFirstNames =
  /^(?:mr|mrs|ms|miss|mx|dr|prof|professor|sir|dame|lady|lord|rev|reverend|hon|father|sister|capt|captain|the|te|ng[aā]|de|da|del|di|la|le|van|von|st)$/iu;

/** Words of companies and offices. */
const companyWord =
  /(?:^|\s)(?:ltd|limited|inc|llc|co|company|bros|brothers|sons|trust|trustees|estate|family|partners(?:hip)?|group|holdings|enterprises|services|contract(?:ing|ors?)|engineering|farm(?:s|ing)?|dair(?:y|ies)|station|orchards?|forestry|agri\w*|earthmoving|transport|motor(?:s|cycles|sport)|bikes|quads|atvs?|spares|parts|wreckers|repairs|mechanical|garage|workshop|hire|rentals|tours|club|school|council|manager|office|accounts|admin|nz)(?:\s|$)/iu;

/**
 * Returns the first word if it is a first name, else the whole name, tidied. Returns "there" if an address or a number
 * was given as a name.
 */
export function greetingName(fullName: string): string {
  const name = fullName.normalize("NFC").trim().replaceAll(/\s+/g, " ");
  if (/[@\d]|https?:/i.test(name) || !/\p{L}/u.test(name)) return "there";
  const words = tidied(name).split(" ");
  const [first = ""] = words;
  const isOnePerson = !companyWord.test(name) && !/[&+/,()]|\s(?:and|or|me)\s/iu.test(name);
  const isSurnameFirst = /^\p{Lu}{3,}\s/u.test(name) && name !== name.toUpperCase(); // RATA Moana
  const isFirstName = /^\p{Lu}\p{Ll}[\p{L}'’-]*$/u.test(first) && !noFirstNames.test(first);
  return isOnePerson && isFirstName && !isSurnameFirst ? first : words.join(" ");
}

/** Puts the first name before the surname, and corrects names in capitals or in small letters. */
function tidied(name: string): string {
  const [, surname = "", given = ""] = /^([^,]+), ?([^,]+)$/.exec(name) ?? [];
  const inOrder = given === "" || companyWord.test(name) ? name : `${given} ${surname}`;
  const isShouted = name === name.toUpperCase();
  const tidy = (word: string, index: number) => {
    if (index > 0 && /^(?:and|of|the|van|der|den|von|de|da|la)$/i.test(word)) return word.toLowerCase();
    const isLoud = word === word.toUpperCase() && (isShouted ? /[AEIOUY]|LTD/i.test(word) : word.length > 3);
    if (!isLoud && word !== word.toLowerCase()) return word;
    return word.toLowerCase().replaceAll(/(?:^|[-'’.&])\p{L}/gu, (letter) => letter.toUpperCase());
  };
  return inOrder.split(" ").map(tidy).join(" ");
}
