import "./shared/document/build-firm.ts";
import { prerender } from "react-dom/static";
import { type EntryContext, ServerRouter } from "react-router";

/** Renders a complete page: at build time for every prerendered URL, on request in development. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const page = await prerender(<ServerRouter context={withoutTrailingSlash(context)} url={request.url} />, {
    onError(error) {
      throw error;
    },
  });
  const html = await new Response(page.prelude).text();
  headers.set("Content-Type", "text/html; charset=utf-8");
  return new Response(context.isSpaMode ? html + scriptsOfFallback : html, { status, headers });
}

/** React Router looks for these in its page for a host without our server, which the build deletes. */
const scriptsOfFallback = "<!-- window.__reactRouterContext = window.__reactRouterRouteModules = -->";

/** Removes the trailing slash that only the build's paths have: links compare with the path. */
function withoutTrailingSlash(context: EntryContext): EntryContext {
  const { location } = context.staticHandlerContext;
  const pathname = location.pathname.replace(/(?<=.)\/+$/, "");
  return {
    ...context,
    staticHandlerContext: { ...context.staticHandlerContext, location: { ...location, pathname } },
  };
}
