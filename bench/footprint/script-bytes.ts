import { chromium, type Page } from "@playwright/test";

import { chromiumFlags, chromiumPath } from "#tests/browser.ts";

import { account } from "../measuring/candidate.ts";

/** Compressed scripts, in kB, that a browser with an empty cache loads for the desk and for the quote form. */
export async function scriptBytes(origin: string): Promise<{ desk: number; form: number }> {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: [...chromiumFlags] });
  try {
    const form = await (await browser.newContext()).newPage();
    await form.goto(`${origin}/request-quote`, { waitUntil: "networkidle" });
    const signedIn = await browser.newContext();
    const login = await signedIn.newPage();
    await login.goto(`${origin}/admin-login`);
    await login.getByLabel("Email").fill(account.email);
    await login.getByLabel("Password").fill(account.password);
    await login.getByRole("button", { name: "Login" }).click();
    await login.getByRole("tab").first().waitFor();
    const cold = await browser.newContext({ storageState: await signedIn.storageState() });
    const desk = await cold.newPage();
    await desk.goto(`${origin}/admin`, { waitUntil: "networkidle" });
    await desk.getByRole("tab").first().waitFor();
    return { desk: await loaded(desk), form: await loaded(form) };
  } finally {
    await browser.close();
  }
}

function loaded(page: Page): Promise<number> {
  return page.evaluate(() => {
    const entries = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    const scripts = entries.filter(({ name }) => new URL(name).pathname.endsWith(".js"));
    return scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1000;
  });
}
