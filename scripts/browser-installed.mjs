import { spawnSync } from "node:child_process";

import { findChromium, findHeadlessChromium } from "./chromium.mjs";
import { fail, run } from "./setup.mjs";

const works = (/** @type {string[]} */ [command = "", ...args]) =>
  spawnSync(command, args, { stdio: "ignore" }).status === 0;

async function install(/** @type {string[]} */ wanted) {
  console.log(`Installing ${wanted.join(" and ")}...`);
  // As in single-user mode: a mail server that is installed must not start.
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  const command = ["install", "-y", "-qq", "--no-install-recommends", ...wanted];
  for (const args of [["update", "-qq"], command]) await run("apt-get", args, { env });
}

const isRootOnDebian = () => process.getuid?.() === 0 && works(["apt-get", "--version"]);

/** Installs the mail servers, the pooler, the readers of PDF and bar codes, the other browsers and hledger for the tests, as root on Debian. Elsewhere, tests that need one are skipped if it is not here. */
export async function ensureTestPrograms() {
  const hasAll = [
    ["dovecot", "--version"],
    ["test", "-x", "/usr/lib/dovecot/lmtp"],
    ["postconf", "-d", "mail_version"],
    ["qpdf", "--version"],
    ["pdftotext", "-v"],
    ["zbarimg", "--version"],
    ["pgbouncer", "--version"],
    ["test", "-x", "/usr/bin/firefox-esr"],
    ["test", "-x", "/usr/bin/WebKitWebDriver"],
    ["test", "-x", "/usr/bin/Xvfb"],
    ["openssl", "version"],
    ["hledger", "--version"],
  ].every(works);
  if (!hasAll && isRootOnDebian())
    await install([
      "dovecot-imapd",
      "dovecot-lmtpd",
      "postfix",
      "qpdf",
      "poppler-utils",
      "zbar-tools",
      "pgbouncer",
      "firefox-esr",
      "webkit2gtk-driver",
      "xvfb",
      "openssl",
      "hledger",
    ]);
}

/**
 * Makes sure that a Chromium is here. As root on Debian, what is missing is installed: the browser, a font as wide as Arial
 * (with a wider one, lines break where no visitor sees them break), pdftotext, and Chromium without windows.
 */
export async function ensureChromium() {
  const isRoot = isRootOnDebian();
  const hasAll =
    findChromium() !== undefined && works(["fc-list", "-q", "Liberation Sans"]) && works(["pdftotext", "-v"]);
  if (isRoot && !hasAll) await install(["chromium", "fonts-liberation", "poppler-utils"]);
  const browser = findChromium();
  if (browser === undefined)
    return fail("The browser tests need Chromium or Chrome: install one, or set CHROME_PATH to where it is.");
  const isWanted = browser !== process.env.CHROME_PATH && browser === findHeadlessChromium();
  const shell = "chromium-headless-shell";
  if (isRoot && isWanted && works(["apt-cache", "show", shell])) await install([shell]);
}
