import { isKnownBranch } from "#domain/deals/bank-account.ts";
import { firm } from "#domain/firm.ts";
import type { Notice } from "#domain/notice.ts";

import type { Config } from "./platform/config/config.ts";
import { isOwnAddress } from "./platform/http/client-address.ts";

/** Matches output of `openssl rand` for 32 bytes or more: anyone who holds a backup could guess a sentence. */
const randomKey = /^(?:[\w+/-]{43,}={0,2}|[\da-f]{64,})$/i;
/** Includes sslrootcert: otherwise pg_dump wants its own file (~/.postgresql/root.crt), and backups fail. */
const verified = "sslmode=verify-full&sslrootcert=/etc/ssl/certs/ca-certificates.crt";

interface SettingsNotice extends Notice {
  readonly applies: (config: Config) => boolean;
}

const notices: readonly SettingsNotice[] = [
  {
    id: "unknown-branch",
    applies: () => firm.bank_account !== null && !isKnownBranch(firm.bank_account),
    severity: "warn",
    title: "Customers pay to a bank or branch that we don’t know.",
    words: "It may be new. Compare the account in Settings, under Your firm, with the bank's paper.",
  },
  {
    id: "mail-folder",
    applies: ({ mail }) => mail.kind !== "smtp",
    severity: "danger",
    title: "No mail leaves this server.",
    words:
      "Visitors read that their mail was sent, but every mail goes into a folder. Set MAIL_URL and restart.",
  },
  {
    id: "photo-folder",
    applies: ({ photos, database }) => photos.kind === "folder" && database.engine === "postgres",
    severity: "warn",
    title: "Photos are on this machine only.",
    words:
      "Other servers on the same database can’t show them, and pg_dump leaves them out. Set PHOTOS to a bucket that all share, then restart.",
  },
  {
    id: "no-backups",
    applies: ({ backup, database }) => backup.folder === null && database.engine === "sqlite",
    severity: "danger",
    title: "No backups are taken.",
    words: "If this machine is lost, so is everything. Set BACKUP_DIR and BACKUP_KEY, then restart.",
  },
  {
    id: "open-backups",
    applies: ({ backup }) => backup.folder !== null && backup.key === null,
    severity: "danger",
    title: "Backups are not encrypted.",
    words:
      "Anyone who gets hold of one can read everything, secrets included. Set BACKUP_KEY, keep it elsewhere too, then restart.",
  },
  {
    id: "guessable-backup-key",
    applies: ({ backup }) => backup.key !== null && !randomKey.test(backup.key),
    severity: "warn",
    title: "BACKUP_KEY can be guessed.",
    words: "Make a new one with openssl rand -base64 32, keep the old one for 35 days, then restart.",
  },
  {
    id: "open-database-connection",
    applies: ({ database }) => database.engine === "postgres" && isOpen(new URL(database.url)),
    severity: "warn",
    title: "The connection to the database is not protected.",
    words: `It is on another network. Add ${verified} to DATABASE_URL, then restart.`,
  },
];

/** Lists settings that must be put right now. Empty outside production. */
export function settingsNotices(config: Config): Notice[] {
  if (!config.production) return [];
  const applying = notices.filter(({ applies }) => applies(config));
  return applying.map(({ id, severity, title, words }) => ({ id, severity, title, words }));
}

/** One source each: what an owner sets changes while the server runs. */
export function settingsNoticeSources(config: Config): (() => Promise<Notice | null>)[] {
  return notices.map(
    ({ id }) =>
      async () =>
        settingsNotices(config).find((notice) => notice.id === id) ?? null,
  );
}

/** With less than verify-full, the host is not verified. A name without a domain is near: localhost, another container. */
function isOpen({ hostname, searchParams }: URL): boolean {
  const isNear = isOwnAddress(hostname.replace(/^\[|\]$/g, "")) || /^[^.:]*$/.test(hostname);
  return searchParams.get("sslmode") !== "verify-full" && !isNear;
}
