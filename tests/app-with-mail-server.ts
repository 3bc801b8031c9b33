import { onTestFinished } from "vitest";

import { buildTestApp, type TestApp, type TestAppOptions } from "./build-test-app.ts";
import { type MailServer, type ModeChoice, startMailServer } from "./mail-server.ts";

/** The app and the mail server that it sends to. A mail that is put off waits 10 ms before its second try. */
export async function appWithMailServer(
  mode: ModeChoice = "accept",
  options: TestAppOptions = {},
): Promise<{ readonly app: TestApp; readonly mail: MailServer }> {
  const mail = await startMailServer({ mode });
  onTestFinished(() => mail.stop());
  const environment = { MAIL_URL: mail.url, ...options.environment };
  return { mail, app: await buildTestApp({ mailTimes: { retryPause: 10 }, ...options, environment }) };
}
