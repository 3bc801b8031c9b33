import * as v from "valibot";

import type { Deal, QuoteVersion } from "#domain/deals/deal.ts";
import { oneLine } from "#domain/plain-text.ts";
import { quotes } from "#server/features/deals/deal/quotes.ts";
import { endCardPages } from "#server/features/deals/orders/card-sessions.ts";

import { askReturn, returnForm } from "./ask-return.ts";
import { type DealPages, pageForm, versionNumber, visitorWords } from "./page-form.ts";
import { dealPage, quoteVersionPage } from "./pages/deal-page.ts";
import { viewOf } from "./pages/load-view.ts";
import { ask, decline, pressApprove, received, stillInterested, takeBack } from "./visitor-actions.ts";

const confirmed = v.object({ confirm: v.literal("on", "noConfirmation") });

/** A malformed form approves nothing: no version has the number 0. */
const approvalForm = v.pipe(
  v.looseObject({ accept: v.literal("on", "noTick"), version: versionNumber, hash: v.unknown() }),
  v.transform(({ version, hash, ...fields }) => {
    const named = (prefix: string) =>
      Object.entries(fields).flatMap(([name, value]) =>
        name.startsWith(prefix) ? [[name.slice(prefix.length), String(value)] as const] : [],
      );
    return {
      number: version ?? 0,
      hash: String(hash),
      selection: {
        choices: Object.fromEntries(named("choice-")),
        options: named("option-").map(([id]) => id),
      },
    };
  }),
);

const declineForm = v.object({ reason: v.string("noReason"), words: visitorWords });
const questionForm = v.object({
  words: v.pipe(
    visitorWords,
    v.check((text) => oneLine(text) !== "", "noWords"),
  ),
});

/** The pages of somebody who asked for a part, and their forms (deals.md section 4). */
export const buyer: DealPages<QuoteVersion, Deal> = {
  kind: quotes,
  under: "",
  forms: {
    approve: pageForm(approvalForm, pressApprove, { unsaved: "Nothing was approved" }),
    "take-back": pageForm(confirmed, takeBack, { unsaved: "Nothing was taken back", before: endCardPages }),
    "still-interested": pageForm(confirmed, stillInterested),
    received: pageForm(confirmed, received, { unsaved: "Nothing was noted" }),
    decline: pageForm(declineForm, decline),
    ask: pageForm(questionForm, ask),
    return: pageForm(returnForm, askReturn),
  },
  page: async (work, sent) => dealPage({ ...(await viewOf(work)), ...sent }),
  versionPage: async (work, version) => quoteVersionPage(await viewOf(work), version),
  noVersion: "There is nothing here yet. Go back to the page of your quote.",
};
