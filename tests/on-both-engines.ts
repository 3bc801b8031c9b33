/**
 * Tests that run on PostgreSQL as well. The rule: a file is here if it is the first to show one kind of query, lock, race, kill,
 * trigger, column or migration on that engine. Everything else (pages, wording, validation, mails, routes, and further statements of
 * a kind that is shown here or by `onPostgresOnly`) runs on SQLite alone.
 */
const shows = {
  "lists, their filters, order and pages, by any column": [
    "server/features/records/filters",
    "server/features/deals/deal/next-promise",
    "server/features/records/records",
  ],
  "search for words, and the words that are kept for it": [
    "server/features/deals/deal/price-memory",
    "server/features/records/said-words",
  ],
  "what is worked out of parts, requests and orders": ["server/features/stock/stock-at-desk"],
  "keys that records share": ["server/features/records/repeats"],
  "counts, sums, medians, windows and what is grouped": [
    "server/features/deals/bank/money-lists",
    "server/features/statistics/statistics",
  ],
  "rows that others leave out: by a sum of theirs, and by a day": ["server/features/storefront/storefront"],
  "numbers without gaps, rows that never change, and two lists read as one": [
    "server/features/audit/audit",
    "server/features/audit/record-changes",
    "server/features/deals/yard/quoted-machine",
  ],
  "locks: two people, two chores, two requests at once": [
    "server/features/desk/concurrent-changes",
    "server/features/inbox/moved-mails",
    "server/features/new-request/new-request",
    "server/platform/database/notifications",
    "server/services/limits/limits",
  ],
  "a change that every instance hears of": ["tests/firm-facts"],
  "claimed rows, and an undo that races the sender": [
    "server/features/deals/sales/offer-send",
    "server/services/mail/outbox",
  ],
  "parts: what they fit, their words, and pieces that several orders hold": [
    "server/features/stock/stock",
    "server/features/stock/stock-figures",
    "server/features/stock/stock-orders",
  ],
  "what a deal goes through, in any order, with races and kills": [
    "server/features/deals/bank/moved-kills",
    "server/features/deals/orders/deal-walks",
  ],
  "money: parts of it, of two kinds of source, once for one key": [
    "server/features/deals/bank/taken-by-bank",
    "server/features/deals/bank/undo-line",
    "server/features/deals/orders/refunds",
    "server/features/deals/visitor/card-money-out",
  ],
  "bytes, as they came": ["server/features/inbox/attachment-route", "server/features/inbox/real-replies"],
  "updates by what other tables hold": [
    "server/features/deals/photos/photo-removals",
    "server/features/desk/bounced-mails",
    "server/features/inbox/read-late",
    "server/features/new-request/no-address",
  ],
  "what a night or an erasure removes, over all tables": [
    "server/features/retention/retention",
    "server/features/retention/sales-retention",
  ],
  "schema, constraints, migrations and what an earlier build left": [
    "server/platform/database/former-data",
    "server/platform/database/migrations",
    "server/platform/database/snapshot",
  ],
} as const;
export const onBothEngines = testFiles(Object.values(shows).flat());

/** Tests of PostgreSQL itself, and of several instances on it. */
export const onPostgresOnly = testFiles([
  "server/features/deals/orders/approval-instances",
  "server/features/live/live-instances",
  "server/features/records/both-engines",
  "server/features/retention/erase-while-storing",
  "server/features/submissions/instances",
  "server/features/trial/moved-database",
  "server/platform/database/copy-database",
  "server/platform/database/cut-off",
  "server/platform/database/postgres",
  "server/platform/database/postgres-surroundings",
  "server/services/mail/outbox-instances",
  "tests/reused-database",
]);

function testFiles(names: readonly string[]): string[] {
  return names.map((name) => `${name}.test.ts`);
}
