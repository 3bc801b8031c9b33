import { index, layout, route, type RouteConfig } from "@react-router/dev/routes";

/** Every URL of the product. */
export default [
  layout("layout/public-layout.tsx", [
    index("pages/home.tsx"),
    route("request-quote", "pages/request-quote.tsx"),
    route("thanks", "pages/thanks.tsx"),
  ]),
  layout("layout/admin-layout.tsx", [
    route("admin-login", "admin/login.tsx"),
    route("admin", "admin/panel.tsx"),
  ]),
  route("*", "pages/unknown.tsx"),
] satisfies RouteConfig;

/** The URLs that the build writes as HTML files. */
export const prerenderedPaths = ["/", "/request-quote", "/thanks", "/admin-login", "/admin"] as const;
