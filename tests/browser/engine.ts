import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { freePort } from "#tests/server-process.ts";

/** WebDriver's name of what stands for an element in a call or a response (W3C WebDriver, section 12). */
const elementKey = "element-6066-11e4-a52e-4f735466cecf";
type ElementReference = Readonly<Record<typeof elementKey, string>>;

/** WebDriver's commands that the journeys need: WebKit hears the paths over HTTP, Firefox the names over its own protocol. */
const commands = {
  Navigate: "url",
  ExecuteAsyncScript: "execute/async",
  ElementClick: "element/:id/click",
  ElementSendKeys: "element/:id/value",
  SetWindowRect: "window/rect",
  Print: "print",
} as const;
type CommandName = keyof typeof commands;

interface Driver {
  call(name: CommandName, parameters: object): Promise<unknown>;
  stop(): Promise<void>;
}

export const engines = {
  Firefox: { programs: ["firefox-esr"], start: startFirefox },
  WebKit: { programs: ["WebKitWebDriver", "Xvfb"], start: startWebKit },
} as const;
export type EngineName = keyof typeof engines;

/** The first program of that engine that is not on this machine, if any. */
export function missingProgram(engine: EngineName): string | null {
  const isThere = (program: string) => existsSync(join("/usr/bin", program));
  return engines[engine].programs.find((program) => !isThere(program)) ?? null;
}

/** A tab of another engine than Chromium's. Controls are found as people find them: by their label or their words. */
export class EngineTab {
  readonly #driver: Driver;

  private constructor(driver: Driver) {
    this.#driver = driver;
  }

  static async open(engine: EngineName): Promise<EngineTab> {
    const tab = new EngineTab(await engines[engine].start());
    await tab.#driver.call("SetWindowRect", { width: 1200, height: 900 });
    return tab;
  }

  close(): Promise<void> {
    return this.#driver.stop();
  }

  async goto(url: string): Promise<void> {
    await this.#driver.call("Navigate", { url });
  }

  /** What the function body returns on the page. */
  evaluate(body: string, ...args: unknown[]): Promise<unknown> {
    const script = `const done = arguments[arguments.length - 1];
      Promise.resolve((function () { ${body} }).apply(null, arguments)).then(done, (error) => done("threw " + error));`;
    return this.#driver.call("ExecuteAsyncScript", { script, args });
  }

  /** Resolves once the function body returns something that holds, and with it; leaving a page meanwhile is no failure. */
  async until<Value>(body: string, ...args: unknown[]): Promise<Value> {
    const endsAt = Date.now() + 30_000;
    let last: unknown;
    while (Date.now() < endsAt) {
      last = await this.evaluate(body, ...args).catch((error: unknown) => String(error));
      if (typeof last !== "string" && last !== null && last !== false) return last as Value;
      await wait(100);
    }
    const text = await this.text().catch(String);
    throw new Error(
      `Never came: ${body} ${JSON.stringify(args)}, last ${String(last)}\n${text.slice(0, 1500)}`,
    );
  }

  text(): Promise<string> {
    return this.evaluate("return document.body.innerText;") as Promise<string>;
  }

  /** Waits until that text is on the page. */
  async sees(text: string): Promise<void> {
    await this.until("return document.body.innerText.includes(arguments[0]);", text);
  }

  /** Waits until the page's title line says that. */
  async hasHeading(text: string): Promise<void> {
    await this.until("return document.querySelector('h1')?.innerText.trim() === arguments[0];", text);
  }

  /** The visible control with that label, its text starting so. */
  control(label: string): Promise<ElementReference> {
    return this.until(
      `const says = (text) => text?.replace(/\\s+/g, " ").trim().startsWith(arguments[0]);
      const all = [...document.querySelectorAll("input:not([type=hidden]), textarea, select")];
      const named = (one) => says(one.getAttribute("aria-label")) || [...one.labels ?? []].some((label) => says(label.innerText));
      return all.find((one) => named(one) && one.checkVisibility() && !one.disabled) ?? null;`,
      label,
    );
  }

  async fill(label: string, value: string): Promise<void> {
    const { [elementKey]: id } = await this.control(label);
    await this.#driver.call("ElementSendKeys", { id, text: value });
  }

  async check(label: string): Promise<void> {
    await this.evaluate("arguments[0].click();", await this.control(label));
  }

  /** Clicks the button, link or summary whose words start so. */
  async press(words: string): Promise<void> {
    const { [elementKey]: id } = await this.until<ElementReference>(
      `const says = ({ innerText }) => innerText.replace(/\\s+/g, " ").trim().startsWith(arguments[0]);
      const all = [...document.querySelectorAll("button, a, summary")];
      const found = all.find((one) => says(one) && one.checkVisibility() && !one.disabled) ?? null;
      found?.scrollIntoView({ block: "center" });
      return found;`,
      words,
    );
    await this.#driver.call("ElementClick", { id });
  }

  /** Types into whatever has the focus. */
  async type(text: string): Promise<void> {
    const { [elementKey]: id } = await this.until<ElementReference>("return document.activeElement;");
    await this.#driver.call("ElementSendKeys", { id, text });
  }

  /** Chooses files for the input that the selector finds first. */
  async chooseFiles(selector: string, files: readonly string[]): Promise<void> {
    const { [elementKey]: id } = await this.until<ElementReference>(
      "return document.querySelector(arguments[0]);",
      selector,
    );
    await this.#driver.call("ElementSendKeys", { id, text: files.join("\n") });
  }

  /** The page as a PDF. */
  async print(): Promise<Buffer> {
    return Buffer.from(String(await this.#driver.call("Print", {})), "base64");
  }
}

function temporaryProfile(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), "quadkea-engine-"));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }) };
}

async function ended(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  const over = once(program, "exit");
  program.kill("SIGKILL");
  await over;
}

/** Asks until somebody answers, for half a minute. */
async function answered<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  const endsAt = Date.now() + 30_000;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (Date.now() > endsAt) throw error;
      await wait(100);
    }
  }
}

/** Over Marionette, which every Firefox speaks by itself: `length:[0,id,name,parameters]`, answered by `length:[1,id,error,result]`. */
async function startFirefox(): Promise<Driver> {
  const { folder, remove } = temporaryProfile();
  const port = Number(await freePort());
  writeFileSync(join(folder, "user.js"), `user_pref("marionette.port", ${port});\n`);
  const flags = ["--headless", "--marionette", "--no-remote", "--profile", folder];
  const env = { ...process.env, HOME: folder, MOZ_DISABLE_AUTO_SAFE_MODE: "1" };
  const firefox = spawn("firefox-esr", flags, { stdio: "ignore", env });
  const marionette = new Marionette(await answered(() => connected(port)));
  await marionette.call("WebDriver:NewSession", { acceptInsecureCerts: true });
  return {
    async call(name, parameters) {
      const result = await marionette.call(`WebDriver:${name}`, parameters);
      return typeof result === "object" && result !== null && "value" in result ? result.value : result;
    },
    async stop() {
      marionette.close();
      await ended(firefox);
      remove();
    },
  };
}

async function connected(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  return socket;
}

class Marionette {
  readonly #socket: Socket;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #received = Buffer.alloc(0);
  #last = 0;

  constructor(socket: Socket) {
    this.#socket = socket.on("data", (bytes: Buffer) => {
      this.#received = Buffer.concat([this.#received, bytes]);
      while (this.#takeMessage());
    });
  }

  call(name: string, parameters: object): Promise<unknown> {
    const id = ++this.#last;
    const answer = Promise.withResolvers<unknown>();
    this.#waiting.set(id, answer);
    const message = JSON.stringify([0, id, name, parameters]);
    this.#socket.write(`${Buffer.byteLength(message)}:${message}`);
    return answer.promise;
  }

  close(): void {
    this.#socket.destroy();
  }

  /** Returns false if no whole message is there. The first one is a greeting. */
  #takeMessage(): boolean {
    const colon = this.#received.indexOf(":");
    const end = colon + 1 + Number(this.#received.subarray(0, Math.max(colon, 0)).toString());
    if (colon < 0 || this.#received.length < end) return false;
    const message: unknown = JSON.parse(this.#received.subarray(colon + 1, end).toString());
    this.#received = this.#received.subarray(end);
    if (!Array.isArray(message)) return true;
    const [, id, error, result] = message as [number, number, { message: string } | null, unknown];
    const answer = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === null) answer?.resolve(result);
    else answer?.reject(new Error(error.message));
    return true;
  }
}

/** WebKitGTK's own browser in a screen of its own, over WebKitWebDriver. Its sessions are private ones. */
async function startWebKit(): Promise<Driver> {
  const { folder, remove } = temporaryProfile();
  const { display, screen } = await startScreen();
  const port = await freePort();
  const env = { ...process.env, HOME: folder, DISPLAY: display, GDK_BACKEND: "x11" };
  const driver = spawn("WebKitWebDriver", [`--port=${port}`], { stdio: "ignore", env });
  const origin = `http://127.0.0.1:${port}`;
  const { sessionId } = (await answered(() =>
    webDriverCall(`${origin}/session`, { capabilities: { alwaysMatch: { acceptInsecureCerts: true } } }),
  )) as { sessionId: string };
  const session = `${origin}/session/${sessionId}`;
  return {
    call(name, { id, ...parameters }: { id?: string }) {
      return webDriverCall(`${session}/${commands[name].replace(":id", id ?? "")}`, parameters);
    },
    async stop() {
      await fetch(session, { method: "DELETE" });
      await Promise.all([ended(driver), ended(screen)]);
      remove();
    },
  };
}

/** A screen that nobody sees, with a number that is free. */
async function startScreen(): Promise<{ display: string; screen: ChildProcess }> {
  const flags = ["-displayfd", "1", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"];
  const screen = spawn("Xvfb", flags, { stdio: ["ignore", "pipe", "ignore"] });
  const [number] = (await once(screen.stdout, "data")) as [Buffer];
  return { display: `:${number.toString().trim()}`, screen };
}

async function webDriverCall(url: string, body: object): Promise<unknown> {
  const response = await fetch(url, { method: "POST", body: JSON.stringify(body) });
  const { value } = (await response.json()) as { value: unknown };
  if (!response.ok) throw new Error(`${url}: ${JSON.stringify(value)}`);
  return value;
}
