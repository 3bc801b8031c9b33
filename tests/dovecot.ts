import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { onTestFinished } from "vitest";

import { freePort } from "./server-process.ts";

/** Debian's user and group "mail". Dovecot reads no mail as root. */
const mailId = 8;
/** A folder that other users may enter, as those of vitest may not be. */
const parent = existsSync("/dev/shm") ? "/dev/shm" : "/tmp";

/** Starts one that ends with the test. Skips the test where dovecot cannot run; in CI, that is a failure. */
export async function startDovecot(
  skip: (note: string) => void,
  options: DovecotOptions = {},
): Promise<Dovecot> {
  const isInstalled = spawnSync("dovecot", ["--version"], { stdio: "ignore" }).status === 0;
  if (!isInstalled || process.getuid?.() !== 0) {
    const missing = "dovecot needs root, and the packages dovecot-imapd and dovecot-lmtpd";
    if (process.env["CI"] !== undefined) throw new Error(missing);
    skip(missing);
  }
  const dovecot = await Dovecot.start(options);
  onTestFinished(() => dovecot.stop());
  return dovecot;
}

export interface DovecotOptions {
  readonly without?: "MOVE" | "IDLE"; // An extension that it does not offer.
  readonly password?: string; // If not set, each is right.
  readonly delimiter?: "/" | ".";
  readonly isFull?: boolean; // No mailbox has room.
}

/** A real IMAP and LMTP server on loopback, with a mailbox for every name. */
export class Dovecot {
  readonly port: string;
  readonly lmtpPort: string;
  readonly #folder: string;
  #process: ChildProcess | null = null;
  #delivered = 0;

  private constructor(folder: string, port: string, lmtpPort: string) {
    this.#folder = folder;
    this.port = port;
    this.lmtpPort = lmtpPort;
  }

  static async start(options: DovecotOptions = {}): Promise<Dovecot> {
    const folder = await mkdtemp(join(parent, "dovecot-"));
    await chmod(folder, 0o755);
    const dovecot = new Dovecot(folder, await freePort(), await freePort());
    await dovecot.#makeFolder("home");
    await dovecot.start(options);
    return dovecot;
  }

  get configuration(): string {
    return join(this.#folder, "dovecot.conf");
  }

  /** For INBOX_URL. */
  url(path = "INBOX", user = "sales"): string {
    return `imap://${user}:secret@127.0.0.1:${this.port}/${path}`;
  }

  /** Starts it again, perhaps as another one. */
  async start(options: DovecotOptions = {}): Promise<void> {
    await writeFile(this.configuration, configuration(this.#folder, this, options));
    this.#process = spawn("dovecot", ["-F", "-c", this.configuration], { detached: true, stdio: "ignore" });
    while (!(await greets(Number(this.port)))) await delay(20);
  }

  /** Ends the server and all its connections at once. */
  async kill(): Promise<void> {
    const running = this.#process;
    if (running === null) return;
    this.#process = null;
    this.#signal(running, "SIGKILL");
    await once(running, "exit");
  }

  /** Lets it hang: it accepts connections and says nothing. */
  pause(): void {
    if (this.#process !== null) this.#signal(this.#process, "SIGSTOP");
  }

  resume(): void {
    if (this.#process !== null) this.#signal(this.#process, "SIGCONT");
  }

  /** Breaks the connections of a user. */
  kick(user = "sales"): void {
    spawnSync("doveadm", ["-c", this.configuration, "kick", user]);
  }

  async stop(): Promise<void> {
    await this.kill();
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 3 });
  }

  /** Puts a message there as a delivery would. */
  async deliver(source: string | Uint8Array, user = "sales"): Promise<void> {
    const maildir = this.maildir("INBOX", user);
    for (const part of ["", "tmp", "new", "cur"]) await this.#makeFolder(join("home", user, "mail", part));
    const name = `${Date.now()}.M${(this.#delivered += 1)}.test`;
    const file = join(maildir, "tmp", name);
    await writeFile(file, source);
    await chown(file, mailId, mailId);
    await rename(file, join(maildir, "new", name));
  }

  /** Of the messages in a folder. */
  async subjects(folder = "INBOX", user = "sales"): Promise<string[]> {
    const found: string[] = [];
    for (const part of ["new", "cur"]) {
      const path = join(this.maildir(folder, user), part);
      for (const name of await readdir(path).catch(() => [])) {
        const source = await readFile(join(path, name), "utf8");
        found.push(/^Subject: (.*?)\r?$/m.exec(source)?.[1] ?? "");
      }
    }
    return found.toSorted();
  }

  maildir(folder = "INBOX", user = "sales"): string {
    const name = folder === "INBOX" ? "" : `.${folder.replaceAll("/", ".")}`;
    return join(this.#folder, "home", user, "mail", name);
  }

  async #makeFolder(name: string): Promise<void> {
    const path = join(this.#folder, name);
    await mkdir(path, { recursive: true });
    await chown(path, mailId, mailId);
    if (name.startsWith("home/"))
      await chown(join(this.#folder, "home", name.split("/")[1] ?? ""), mailId, mailId);
  }

  #signal({ pid }: ChildProcess, signal: NodeJS.Signals): void {
    if (pid !== undefined) process.kill(-pid, signal); // Its workers too.
  }
}

function configuration(
  folder: string,
  ports: Dovecot,
  { without, password, delimiter = "/", isFull = false }: DovecotOptions,
) {
  const offered = ["IMAP4rev1", "SASL-IR", "IDLE", "MOVE", "NAMESPACE", "UIDPLUS", "LITERAL+"];
  return `
base_dir = ${folder}/run
log_path = ${folder}/dovecot.log
protocols = imap lmtp
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
auth_failure_delay = 0
auth_username_format = %Ln
mail_location = maildir:~/mail
mail_plugins = ${isFull ? "quota" : ""}
plugin {
  quota = count:User quota
  quota_rule = *:storage=1B
  quota_vsizes = yes
}
first_valid_uid = ${mailId}
first_valid_gid = ${mailId}
imap_capability = ${offered.filter((one) => one !== without).join(" ")}
service imap-login {
  inet_listener imap {
    port = ${ports.port}
  }
  inet_listener imaps {
    port = 0
  }
}
service lmtp {
  inet_listener lmtp {
    port = ${ports.lmtpPort}
  }
}
passdb {
  driver = static
  args = ${password === undefined ? "nopassword=y" : `password=${password}`}
}
userdb {
  driver = static
  args = uid=${mailId} gid=${mailId} home=${folder}/home/%u
}
namespace inbox {
  inbox = yes
  separator = ${delimiter}
  prefix = ${delimiter === "." ? "INBOX." : ""}
}
`;
}

/** Whether it says hello. */
async function greets(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    const [hello] = await once(socket, "data", { signal: AbortSignal.timeout(2000) });
    return String(hello).includes("ready");
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
