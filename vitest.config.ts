import { configDefaults, defineConfig } from "vitest/config";

const exclude = [...configDefaults.exclude, "tests/browser/**"];
// Tests of PostgreSQL itself.
const ofPostgres = [
  "tests/reused-database.test.ts",
  "server/platform/database/{copy-database,cut-off,postgres}.test.ts",
  "server/features/deals/orders/approval-instances.test.ts",
  "server/features/live/live-instances.test.ts",
  "server/features/records/both-engines.test.ts",
  "server/features/retention/erase-while-storing.test.ts",
  "server/features/submissions/instances.test.ts",
  "server/services/mail/outbox-instances.test.ts",
];
// Tests of SQLite itself, of what no database has a part in, and of pages, mails, rights and floods whose statements other tests
// run on PostgreSQL too.
const notForPostgres = [
  "platform/config/config",
  "platform/passwords/password-policy",
  "platform/database/{corrections-migration,damaged,full-disk,locked,long-reads,sqlite}",
  "platform/http/*",
  "platform/jobs/job",
  "platform/observability/page-log",
  "services/mail/{mail,mail-connections,mail-health,smtp-retry}",
  "features/auth/{known-devices,own-account,own-sessions,owners,sign-in-flood,two-step-codes,users}",
  "features/backup/*",
  "features/deals/deal/{desk-settings,renewed-link}",
  "features/deals/orders/{money-for-ended-orders,order-items,order-mails,take-back}",
  "features/deals/quotes/{quote-answer,quote-extend,quote-mail,quote-resend}",
  "features/deals/visitor/{decline,invoice-page,order-page,recent-pages}",
  "features/deals/visitor/{status,stop-reminders,visitor-actions,visitor-page}",
  "features/desk/{correction,duplicates,erased-records,former-address,record-history}",
  "features/export/csv",
  "features/health/{health,mail-journal,metrics}",
  "features/live/presence",
  "features/records/{search-words,vocabulary}",
  "features/saved-replies/replies",
  "features/site/{addresses,compressing,forms,gzip-template,methods,other-paths}",
  "features/site/{security-headers,serve-site,site-config,started-form}",
  "features/retention/{find-person,mail-folder,person}",
  "features/submissions/{attempts,flood,foreign-references,hostile-input,mail-budget,mail-faults}",
  "features/submissions/{proof-of-work,receipt,send-mail-validation}",
];

export default defineConfig({
  test: {
    pool: "forks",
    // Loading the server again for each file would take a fifth of the time.
    isolate: false,
    // In runs this short, the compiler that optimises takes a twentieth of the time more than it saves.
    execArgv: ["--no-turbofan"],
    // Tests wait for the deadlines of mail servers that hang: four leave two cores idle for a twentieth of the time.
    maxWorkers: 5,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What passes only the second time is named by second-try-reporter.mjs.
    retry: 1,
    restoreMocks: true,
    unstubGlobals: true,
    projects: [
      {
        extends: true,
        test: {
          name: "main",
          exclude: [...exclude, ...ofPostgres],
          include: ["{domain,server,app,tests}/**/*.test.{ts,tsx}"],
          globalSetup: ["tests/prepared-database.ts"],
        },
      },
      {
        // What speaks to a database through the app speaks to both kinds.
        extends: true,
        test: {
          name: "postgres",
          exclude: [...exclude, ...notForPostgres.map((name) => `server/${name}.test.ts`)],
          include: ["server/{features,platform,services}/**/*.test.ts", ...ofPostgres],
          env: { TEST_ENGINE: "postgres" },
          globalSetup: ["tests/postgres-setup.ts"],
        },
      },
    ],
  },
});
