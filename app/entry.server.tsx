import { prerender } from "react-dom/static";
import { type EntryContext, ServerRouter } from "react-router";

import { withLateStart } from "./shared/document/late-start.tsx";
import { startOf } from "./shared/document/page-handle.ts";

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
  return new Response(withLateStart(html, startOf(context)), { status, headers });
}

/** Removes the trailing slash, which the build's paths have and browsers' have not: links compare with the path. */
function withoutTrailingSlash(context: EntryContext): EntryContext {
  const { location } = context.staticHandlerContext;
  const pathname = location.pathname.replace(/(?<=.)\/+$/, "");
  return {
    ...context,
    staticHandlerContext: { ...context.staticHandlerContext, location: { ...location, pathname } },
  };
}
