import { businessIsPlaceholder } from "#domain/business.ts";
import { isKnownBranch } from "#domain/deals/bank-account.ts";
import type { Notice } from "#domain/notice.ts";

import type { Config } from "./platform/config/config.ts";
import { isOwnAddress } from "./platform/http/own-networks.ts";

const checks: readonly ((config: Config) => Notice | null)[] = [
  placeholders,
  unknownBranch,
  mailFolder,
  noBackups,
  openBackups,
  guessableKey,
  openDatabaseConnection,
];

export function settingsNotices(config: Config): Notice[] {
  if (!config.production) return [];
  return checks.map((check) => check(config)).filter((notice) => notice !== null);
}

function placeholders(): Notice | null {
  if (!businessIsPlaceholder()) return null;
  return {
    id: "placeholders",
    severity: "warn",
    title: "The site shows made-up contact details.",
    words: "Replace name, phone and e-mail in domain/business.ts, then build and restart.",
  };
}

function unknownBranch({ deals: { bank } }: Config): Notice | null {
  if (bank === null || isKnownBranch(bank.account)) return null;
  return {
    id: "unknown-branch",
    severity: "warn",
    title: "Customers pay to a bank or branch that we don’t know.",
    words: `It may be new. Compare BANK_ACCOUNT ${bank.account} with the bank's paper.`,
  };
}

function mailFolder({ mail }: Config): Notice | null {
  if (mail.kind === "smtp") return null;
  return {
    id: "mail-folder",
    severity: "danger",
    title: "No mail leaves this server.",
    words:
      "Visitors read that their mail was sent, but every mail goes into a folder. Set MAIL_URL and restart.",
  };
}

function noBackups({ backup }: Config): Notice | null {
  if (backup.folder !== null) return null;
  return {
    id: "no-backups",
    severity: "danger",
    title: "No backups are taken.",
    words: "If this machine is lost, so is everything. Set BACKUP_DIR and BACKUP_KEY, then restart.",
  };
}

function openBackups({ backup }: Config): Notice | null {
  if (backup.folder === null || backup.key !== null) return null;
  return {
    id: "open-backups",
    severity: "danger",
    title: "Backups are not encrypted.",
    words:
      "Anyone who gets hold of one can read everything, secrets included. Set BACKUP_KEY, keep it elsewhere too, then restart.",
  };
}

/** What `openssl rand` prints, for 32 bytes or more: a sentence could be guessed by whoever holds a backup. */
const randomKey = /^(?:[\w+/-]{43,}={0,2}|[\da-f]{64,})$/i;

function guessableKey({ backup }: Config): Notice | null {
  if (backup.key === null || randomKey.test(backup.key)) return null;
  return {
    id: "guessable-backup-key",
    severity: "warn",
    title: "BACKUP_KEY can be guessed.",
    words: "Make a new one with openssl rand -base64 32, keep the old one for 35 days, then restart.",
  };
}

/** Without sslrootcert, pg_dump would want a file of its own (~/.postgresql/root.crt), and backups would fail. */
const verified = "sslmode=verify-full&sslrootcert=/etc/ssl/certs/ca-certificates.crt";

function openDatabaseConnection({ database }: Config): Notice | null {
  if (database.engine === "sqlite") return null;
  const { hostname, searchParams } = new URL(database.url);
  // With less, pg_dump verifies no host name, and with "require" no certificate.
  const isVerified = searchParams.get("sslmode") === "verify-full";
  if (isVerified || isNearby(hostname)) return null;
  return {
    id: "open-database-connection",
    severity: "warn",
    title: "The connection to the database is not protected.",
    words: `${hostname} is on another network. Add ${verified} to DATABASE_URL, then restart.`,
  };
}

/** Of names, only those without a domain are: localhost, or another container. */
function isNearby(hostname: string): boolean {
  return isOwnAddress(hostname.replace(/^\[|\]$/g, "")) || /^[^.:]*$/.test(hostname);
}
