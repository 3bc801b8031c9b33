import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { onTestFinished } from "vitest";

import { freePort } from "./server-process.ts";

/** A folder that other users may enter. */
const parent = existsSync("/dev/shm") ? "/dev/shm" : "/tmp";

/** What the customers' mail server says about `<name>@farm.example`. */
const verdicts = {
  nobody: "550 5.1.1 User unknown",
  policy: "554 5.7.1 Message refused: it looks like spam",
};

/** LMTP ports of dovecot. */
interface LmtpPorts {
  readonly ours: string;
  /** Where no mailbox has room. */
  readonly full: string;
}

/**
 * Starts a real mail server on loopback, which ends with the test, and returns its MAIL_URL. It takes our mails, hands them to the
 * customers' server, and sends us a report if that refuses them (`verdicts`), takes only small ones (`…@small.example`), has no room
 * (`…@full.example`) or cannot be reached (`…@away.example`). Skips the test where postfix cannot run; in CI, that is a failure.
 */
export async function startPostfix(skip: (note: string) => void, lmtp: LmtpPorts): Promise<string> {
  const isInstalled = spawnSync("postconf", ["-d", "mail_version"], { stdio: "ignore" }).status === 0;
  if (!isInstalled || process.getuid?.() !== 0) {
    const missing = "postfix needs root, and the package postfix";
    if (process.env["CI"] !== undefined) throw new Error(missing);
    skip(missing);
  }
  const folder = await mkdtemp(join(parent, "postfix-"));
  await chmod(folder, 0o755);
  const owner = Number(spawnSync("id", ["-u", "postfix"], { encoding: "utf8" }).stdout);
  for (const name of ["etc", "queue", "data"]) await mkdir(join(folder, name));
  await chown(join(folder, "data"), owner, 0);
  const ports = {
    ours: await freePort(),
    theirs: await freePort(),
    small: await freePort(),
    away: await freePort(),
  };
  await writeFile(join(folder, "etc/main.cf"), configuration(folder, ports, lmtp));
  await writeFile(join(folder, "etc/master.cf"), services(ports));
  const configured = ["-c", join(folder, "etc")];
  const server = spawn("postfix", [...configured, "start-fg"], { detached: true, stdio: "ignore" });
  onTestFinished(async () => {
    const ended = once(server, "exit");
    spawnSync("postfix", [...configured, "abort"], { stdio: "ignore" });
    await ended;
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  });
  for (const port of [ports.ours, ports.theirs, ports.small])
    while (!(await greets(Number(port)))) await delay(20);
  return `smtp://127.0.0.1:${ports.ours}`;
}

interface Ports {
  readonly ours: string;
  readonly theirs: string;
  readonly small: string;
  readonly away: string;
}

function configuration(folder: string, { theirs, small, away }: Ports, lmtp: LmtpPorts): string {
  return `
compatibility_level = 3.6
queue_directory = ${folder}/queue
data_directory = ${folder}/data
daemon_directory = /usr/lib/postfix/sbin
maillog_file = ${folder}/mail.log
maillog_file_prefixes = ${folder}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
smtp_dns_support_level = disabled
smtp_host_lookup = native
smtp_connection_cache_on_demand = no
smtputf8_enable = no
myhostname = mail.quadkea.example
mydestination =
mynetworks = 127.0.0.0/8
alias_maps =
local_recipient_maps =
notify_classes =
virtual_mailbox_domains = quadkea.example
virtual_mailbox_maps = static:all
virtual_transport = lmtp:inet:127.0.0.1:${lmtp.ours}
transport_maps = inline:{
  { small.example = smtp:[127.0.0.1]:${small} },
  { full.example = lmtp:inet:127.0.0.1:${lmtp.full} },
  { away.example = smtp:[127.0.0.1]:${away} } }
relayhost = [127.0.0.1]:${theirs}
delay_warning_time = 1s
`;
}

/** As in Debian's own file, but without chroot. */
function services({ ours, theirs, small }: Ports): string {
  const rules = Object.entries(verdicts).map(([name, words]) => `{ ${name}@farm.example = ${words} }`);
  const service = (name: string, access = "-", rest = `- - ${name}`) => `${name} unix ${access} - n ${rest}`;
  return [
    `127.0.0.1:${ours} inet n - n - - smtpd`,
    `127.0.0.1:${theirs} inet n - n - - smtpd`,
    `  -o { smtpd_recipient_restrictions = check_recipient_access inline:{ ${rules.join(", ")} }, permit }`,
    `127.0.0.1:${small} inet n - n - - smtpd -o message_size_limit=1000`,
    service("cleanup", "n", "- 0 cleanup"),
    service("qmgr", "n", "1 1 qmgr"),
    service("rewrite", "-", "- - trivial-rewrite"),
    ...["bounce", "defer", "trace"].map((name) => service(name, "-", "- 0 bounce")),
    service("flush", "n", "1000? 0 flush"),
    ...["smtp", "lmtp", "error", "proxymap"].map((name) => service(name)),
    service("anvil", "-", "- 1 anvil"),
    service("retry", "-", "- - error"),
    "postlog unix-dgram n - n - 1 postlogd",
    "",
  ].join("\n");
}

/** Whether it says hello. */
async function greets(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    const [hello] = await once(socket, "data", { signal: AbortSignal.timeout(2000) });
    return String(hello).startsWith("220");
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
