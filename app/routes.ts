import { index, layout, route, type RouteConfigEntry } from "@react-router/dev/routes";

/** Every URL of the product. */
const routes: RouteConfigEntry[] = [
  layout("layout/public-layout.tsx", [
    index("pages/home.tsx"),
    route("request-quote", "pages/request-quote.tsx"),
    route("thanks", "pages/thanks.tsx"),

    route("how-it-works", "pages/how-it-works.tsx"),
    route("about", "pages/about.tsx"),
    route("faq", "pages/faq.tsx"),
    route("contact", "pages/contact.tsx"),
    route("privacy", "pages/privacy.tsx"),
    route("terms", "pages/terms.tsx"),

    route("sell-vehicle", "pages/sell-vehicle.tsx"),
  ]),
  layout("layout/admin-layout.tsx", [
    route("admin-login", "admin/login.tsx"),
    route("admin", "admin/panel.tsx"),
  ]),
  route("*", "pages/unknown.tsx"),
];

export default routes;

/** The URLs that the build writes as HTML files: all that have no parameter. */
export const prerenderedPaths = routes.flatMap(staticPaths);

function staticPaths({ children, path, index: isIndex }: RouteConfigEntry): string[] {
  if (children !== undefined) return children.flatMap(staticPaths);
  if (isIndex === true) return ["/"];
  return path === undefined || /[:*]/.test(path) ? [] : [`/${path}`];
}
