import type { Shot } from "./shot.ts";

const desk = { width: 1440, height: 900 };
const phone = { width: 360, height: 740 };

const filledQuote = "/request-quote?make=Honda&model=TRX420FM&year=2015&part=Front+diff";

/** The pictures of README.md. */
export const readmeShots: readonly Shot[] = [
  { name: "home", path: "/", ...desk },
  { name: "home-phone", path: "/", ...phone },
  { name: "quote-phone", path: filledQuote, ...phone },
  { name: "home-phone-dark", path: "/", ...phone, dark: true },
  { name: "desk", path: "/admin", ...desk, signedIn: true },
  { name: "desk-phone", path: "/admin", ...phone, signedIn: true },
];
