import { index, layout, route, type RouteConfigEntry } from "@react-router/dev/routes";

import { submissions } from "#domain/forms/submissions.ts";

import { firmPages } from "./desk/settings/firm/firm-pages.ts";
import { quotePages } from "./desk/settings/quote-pages.ts";
import { pathsOf } from "./desk/settings/section-pages.ts";
import { brandPath, brands, landingPaths } from "./site/landing/brands/brands.ts";

/** Every URL of the product. */
const routes: RouteConfigEntry[] = [
  layout("site/layout/public-layout.tsx", [
    index("site/home/page.tsx"),
    ...submissions.map(({ name, page }) => route(page.slice(1), `site/${name}/page.tsx`)),
    route("thanks/:kind?", "site/thanks/page.tsx"),

    route("how-it-works", "site/info/how-it-works-page.tsx"),
    route("about", "site/info/about-page.tsx"),
    route("faq", "site/info/faq-page.tsx"),
    route("stock", "site/stock/page.tsx"),
    route("privacy", "site/legal/privacy-page.tsx"),
    route("terms", "site/legal/terms-page.tsx"),

    ...landingPaths.map((path) => route(path.slice(1), "site/landing/page.tsx", { id: path })),
    route("brands/:brand", "site/landing/brand-page.tsx"),
  ]),
  layout("desk/desk-layout.tsx", [
    route("admin-login", "desk/session/login-page.tsx"),
    route("admin-password", "desk/session/choose-password-page.tsx"),
    layout("desk/signed-in.tsx", [
      route("admin", "desk/home/page.tsx"),
      route("admin/figures", "desk/statistics/page.tsx"),
      route("admin/inbox", "desk/inbox/page.tsx"),
      route("admin/money", "desk/money/page.tsx"),
      route("admin/pack", "desk/pack/page.tsx"),
      route("admin/yard", "desk/yard/page.tsx"),
      route("admin/yard/:number", "desk/taken/page.tsx"),
      route("admin/stock", "desk/stock/page.tsx"),
      route("admin/part/:number", "desk/stock/part-page.tsx"),
      route("admin/photo", "desk/photo/page.tsx"),
      layout("desk/settings/settings-layout.tsx", [
        route("admin/settings", "desk/settings/account-page.tsx"),
        route("admin/settings/alerts", "desk/settings/alerts-page.tsx"),
        route("admin/settings/replies", "desk/settings/replies-page.tsx"),
        route("admin/settings/users", "desk/settings/users-page.tsx"),
        route("admin/settings/firm/:page?", "desk/settings/firm/page.tsx"),
        route("admin/settings/quotes/:name?", "desk/settings/quotes-page.tsx"),
        route("admin/settings/ready", "desk/settings/ready-page.tsx"),
        route("admin/settings/audit", "desk/settings/audit-page.tsx"),
      ]),
    ]),
  ]),
  route("*", "site/unknown/page.tsx"),
];

export default routes;

const thanksPaths = ["/thanks", ...submissions.map(({ name }) => `/thanks/${name}`)];
const brandPaths = brands.map(brandPath);

/** Pages of the desk about one machine or one part: the server sends one file for all numbers (server/features/site/pages.ts). */
const deskPaths = ["/admin/yard/0", "/admin/part/0", ...pathsOf(firmPages), ...pathsOf(quotePages)];

/** The URLs that the build writes as HTML files: all that have no parameter, every brand, and the thanks of each form. */
export const prerenderedPaths = [...routes.flatMap(staticPaths), ...thanksPaths, ...brandPaths, ...deskPaths];

function staticPaths({ children, path, index: isIndex }: RouteConfigEntry): string[] {
  if (children !== undefined) return children.flatMap(staticPaths);
  if (isIndex === true) return ["/"];
  return path === undefined || /[:*]/.test(path) ? [] : [`/${path}`];
}
