import { expect, test } from "vitest";

import { firm } from "#domain/firm.ts";
import { buildTestApp } from "#tests/build-test-app.ts";

test("security.txt says where to report a vulnerability, and never runs out", async () => {
  const app = await buildTestApp({ startAt: new Date("2026-11-22T00:00:00Z") });
  const response = await app.fetch("/.well-known/security.txt");
  expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(await response.text()).toBe(
    `Contact: mailto:${firm.email}\n` +
      "Expires: 2027-05-21T00:00:00.000Z\n" +
      "Preferred-Languages: en\n" +
      `Canonical: ${app.config.siteOrigin}/.well-known/security.txt\n`,
  );
});
