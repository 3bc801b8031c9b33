import { expect, type Page } from "@playwright/test";

import { admin, type SiteProcess } from "./site-process.ts";
import { startSession } from "./site.ts";

const mere = { id: "11111111-1111-4111-8111-111111111111", email: "mere@quadkea.example" };

/** Adds Mere, who signs in with the first admin's password. */
export async function addMere(site: SiteProcess): Promise<void> {
  await site.change(`insert into users (id, email, full_name, role, password_hash, created_at)
    select '${mere.id}', '${mere.email}', 'Mere', role, password_hash, created_at from users limit 1`);
}

/** Signs Mere in with the login page's own call, and opens that page of the desk. */
export async function signInAsMere(page: Page, path = "/admin"): Promise<void> {
  await startSession(page, { email: mere.email, password: admin.password });
  await page.goto(path);
  await expect(page.getByText("Signed in as Mere")).toBeVisible();
}

/** Signs Mere in on the login page. */
export async function logInAsMere(page: Page): Promise<void> {
  await page.goto("/admin-login");
  await page.getByLabel("Email").fill(mere.email);
  await page.getByLabel("Password").fill(admin.password);
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page.getByText("Signed in as Mere")).toBeVisible();
}
