const domains =
  "gmail.com hotmail.com hotmail.co.nz outlook.com outlook.co.nz yahoo.com yahoo.co.nz icloud.com xtra.co.nz slingshot.co.nz orcon.net.nz".split(
    " ",
  );

/** Real domains that look like slips of the others. */
const others = ["mail.com", "email.com", "ymail.com", "extra.co.nz"];

/** The address that somebody probably meant who wrote this one; null if there is nothing to ask. */
export function meantAddress(written: string): string | null {
  const [, name = "", domain = ""] = /^(.+)@(.+)$/.exec(written.trim()) ?? [];
  const typed = domain.toLowerCase();
  if (domains.includes(typed) || others.includes(typed)) return null;
  const meant = typed === "gmail.co.nz" ? "gmail.com" : domains.find((each) => looksLike(typed, each));
  return meant === undefined ? null : `${name}@${meant}`;
}

/** Allows a slip in the name and another in the rest of the domain. */
function looksLike(typed: string, domain: string): boolean {
  const [[name = "", ...rest], [itsName = "", ...itsRest]] = [typed.split("."), domain.split(".")];
  return isOneSlip(name, itsName) && isOneSlip(rest.join("."), itsRest.join("."));
}

/** Equal but for one letter that is wrong, missing or too many, or two that changed places. */
function isOneSlip(typed: string, meant: string): boolean {
  if (typed === meant) return true;
  const at = [...meant].findIndex((letter, index) => typed[index] !== letter);
  const [a, b] = at === -1 ? [typed.slice(meant.length), ""] : [typed.slice(at), meant.slice(at)];
  const isSwapped = a.slice(0, 2) === `${b[1]}${b[0]}` && a.slice(2) === b.slice(2);
  return isSwapped || a.slice(1) === b.slice(1) || a.slice(1) === b || a === b.slice(1);
}
