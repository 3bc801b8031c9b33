import { index, layout, route, type RouteConfigEntry } from "@react-router/dev/routes";

import { submissions } from "#domain/submissions.ts";

import { brands } from "./landing/catalogue/brands.ts";

/** Every URL of the product. */
const routes: RouteConfigEntry[] = [
  layout("layout/public-layout.tsx", [
    index("pages/home.tsx"),
    route("request-quote", "pages/request-quote.tsx"),
    route("thanks/:kind?", "pages/thanks.tsx"),

    route("how-it-works", "pages/how-it-works.tsx"),
    route("about", "pages/about.tsx"),
    route("faq", "pages/faq.tsx"),
    route("contact", "pages/contact.tsx"),
    route("privacy", "pages/privacy.tsx"),
    route("terms", "pages/terms.tsx"),

    route("parts/quad", "landing/pages/quad-parts.tsx"),
    route("parts/atv", "landing/pages/atv-parts.tsx"),
    route("parts/quad-bike", "landing/pages/quad-bike-parts.tsx"),
    route("farm-quad-parts", "landing/pages/farm-quad-parts.tsx"),
    route("racing-quad-parts", "landing/pages/racing-quad-parts.tsx"),
    route("parts/motorcycle", "landing/pages/motorcycle-parts.tsx"),
    route("parts/dirt-bike", "landing/pages/dirt-bike.tsx"),
    route("dirt-bike-parts", "landing/pages/dirt-bike-parts.tsx"),
    route("road-bike-parts", "landing/pages/road-bike-parts.tsx"),
    route("farm-bike-parts", "landing/pages/farm-bike-parts.tsx"),
    route("brands/:brand", "landing/pages/brand.tsx"),

    route("quad-wreckers", "landing/pages/quad-wreckers.tsx"),
    route("motorcycle-wreckers", "landing/pages/motorcycle-wreckers.tsx"),
    route("sell-vehicle", "pages/sell-vehicle.tsx"),
  ]),
  layout("layout/admin-layout.tsx", [
    route("admin-login", "admin/login.tsx"),
    layout("admin/signed-in.tsx", [
      route("admin", "admin/panel.tsx"),
      route("admin/figures", "admin/figures/figures.tsx"),
      layout("admin/settings/settings.tsx", [
        route("admin/settings", "admin/settings/password.tsx"),
        route("admin/settings/two-step", "admin/settings/two-step.tsx"),
        route("admin/settings/sessions", "admin/settings/sessions.tsx"),
        route("admin/settings/alerts", "admin/settings/alerts.tsx"),
        route("admin/settings/replies", "admin/settings/replies.tsx"),
        layout("admin/settings/for-owners.tsx", [
          route("admin/settings/users", "admin/settings/users.tsx"),
          route("admin/settings/audit", "admin/settings/audit.tsx"),
        ]),
      ]),
    ]),
  ]),
  route("*", "pages/unknown.tsx"),
];

export default routes;

const thanksPaths = ["/thanks", ...submissions.map(({ name }) => `/thanks/${name}`)];
const brandPaths = brands.map(({ slug }) => `/brands/${slug}`);

/** The URLs that the build writes as HTML files: all that have no parameter, every brand, and the thanks of each kind. */
export const prerenderedPaths = [...routes.flatMap(staticPaths), ...thanksPaths, ...brandPaths];

function staticPaths({ children, path, index: isIndex }: RouteConfigEntry): string[] {
  if (children !== undefined) return children.flatMap(staticPaths);
  if (isIndex === true) return ["/"];
  return path === undefined || /[:*]/.test(path) ? [] : [`/${path}`];
}
