import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";

import type { Notice } from "#domain/notice.ts";

import { InstallationNotices, outageText } from "./notices.tsx";

const now = new Date("2026-11-20T22:00:00Z"); // Saturday 21 November, 11:00 am in New Zealand
const outage = {
  from: "2026-11-20T21:02:00.000Z",
  to: "2026-11-20T21:15:00.000Z",
  failed: { quote: 3 },
  maybe_arrived: 0,
  errors: ["smtp 451"],
};

/** Intl separates with narrow no-break spaces. */
const spaced = (text: string) => text.replaceAll(/\s/g, " ");

test.for([
  ["two times", {}, "3 visitors could not send between 10:02 am and 10:15 am."],
  ["one visitor", { failed: { quote: 1 }, to: outage.from }, "1 visitor could not send at 10:02 am."],
  [
    "over midnight",
    { from: "2026-11-20T10:50:00Z", to: "2026-11-20T11:05:00Z" },
    "3 visitors could not send between yesterday 11:50 pm and 12:05 am.",
  ],
  [
    "yesterday",
    { from: "2026-11-20T02:00:00Z", to: "2026-11-20T02:20:00Z" },
    "3 visitors could not send between 3:00 pm and 3:20 pm yesterday.",
  ],
] as const)("the title of an outage: %s", ([, change, title]) => {
  expect(spaced(outageText({ ...outage, ...change }, now).title)).toMatch(title);
});

test("the details name the forms, mails that may have arrived, and the errors", () => {
  const { details } = outageText(
    {
      ...outage,
      failed: { quote: 2 },
      maybe_arrived: 1,
      errors: ["ESOCKET", "smtp 421", "ENOSPC"],
    },
    now,
  );
  expect(details).toEqual([
    "2 quote requests.",
    "1 mail may have arrived anyway: check the inbox.",
    "Reason: no connection to the mail server, the mail server answered 421, ENOSPC.",
  ]);
});

test("an owner, and nobody else, can say of a moved database that it is the shop now", () => {
  const notice = (id: string): Notice => ({ id, severity: "danger", title: "This is a trial", words: "." });
  const shown = (id: string, isOwner: boolean) =>
    renderToStaticMarkup(
      createElement(InstallationNotices, { notices: [notice(id)], isOwner, failedIn: undefined }),
    );
  expect(shown("trial-elsewhere", true)).toContain("This is the shop now");
  expect(shown("trial-elsewhere", false)).not.toContain("This is the shop now");
  expect(shown("trial", true)).not.toContain("This is the shop now");
});
