import { allVisitors } from "#scripts/demo/visitors.ts";

import { signIn, test } from "./site.ts";

const names = (process.env["SHOTS"] ?? "").split(",").filter((x) => x !== "");

test("shots", async ({ page, site }) => {
  test.setTimeout(400_000);
  await site.startClockAt("2026-11-25T01:40:00Z");
  let refs: string[] = [];
  for (const v of allVisitors) refs = [...(await site.add(v, v.percent === 100 ? 14 : 4)), ...refs];
  site.sql(
    `update quote_requests set status='in_progress' where rowid % 5 = 0`,
    `update quote_requests set created_at='2026-11-24T00:10:00.000Z' where rowid % 7 = 3`,
    `update quote_requests set owner_id=(select id from users limit 1) where rowid % 6 = 1`,
  );
  await page.clock.install({ time: new Date("2026-11-25T01:41:30Z") });
  await signIn(page);
  const quotes = site
    .sql(`select ref_number r from quote_requests order by created_at`)
    .map((x) => String(x["r"]));
  const ref = quotes.at(-2);
  const states: Record<string, () => Promise<void>> = {
    list: async () => void (await page.goto("/admin")),
    due: async () => void (await page.goto("/admin?tab=quote_requests&sort=due")),
    open: async () => void (await page.goto(`/admin?tab=quote_requests&record=${ref}`)),
    search: async () => void (await page.goto(`/admin?tab=quote_requests&q=honda`)),
    nomatch: async () => void (await page.goto(`/admin?tab=quote_requests&q=zzz`)),
    empty: async () => void (await page.goto(`/admin?tab=quote_requests&show=snoozed`)),
    vehicles: async () => void (await page.goto(`/admin?tab=vehicle_submissions`)),
    keys: async () => {
      await page.goto("/admin");
      await page.getByRole("tab", { name: /Quote Requests \(\d+\)/ }).waitFor();
      await page.keyboard.press("?");
    },
    bulk: async () => {
      await page.goto("/admin");
      await page
        .getByRole("checkbox", { name: /^Select/ })
        .first()
        .waitFor();
      await page
        .getByRole("checkbox", { name: /^Select/ })
        .nth(1)
        .check();
      await page
        .getByRole("checkbox", { name: /^Select/ })
        .nth(2)
        .check();
    },
    undo: async () => {
      await states["bulk"]!();
      await page.getByRole("toolbar").getByRole("button", { name: "Completed" }).click();
      await page.getByRole("button", { name: "Undo" }).waitFor();
    },
    note: async () => {
      await page.goto(`/admin?tab=quote_requests&record=${ref}`);
      await page
        .getByRole("textbox", { name: "Note for staff" })
        .fill("Rang, no answer. " + "Long text ".repeat(60));
      await page.route("**/desk-note**", (route) => route.abort());
      await page.getByRole("button", { name: "Add note" }).click();
    },
  };
  for (const name of names)
    for (const scheme of (process.env["SCHEMES"] ?? "light").split(",") as ("light" | "dark")[])
      for (const width of (process.env["WIDTHS"] ?? "360,1440").split(",").map(Number)) {
        await page.emulateMedia({ colorScheme: scheme });
        await page.setViewportSize({ width, height: width < 500 ? 740 : 900 });
        await states[name]!();
        await page.waitForTimeout(700);
        await page.screenshot({ path: `/tmp/shots/${name}-${width}-${scheme}.png` });
      }
});
