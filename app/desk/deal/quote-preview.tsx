import { useEffect, useMemo, useRef } from "react";

import type { QuotePreview } from "#app/desk/api/deals.ts";

/** The mail and the page as the customer gets them. Nothing in them runs, and no link leads anywhere. */
export function PreviewFrames({ preview }: { readonly preview: QuotePreview }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Some browsers return a promise.
    place.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <div ref={place} className="grid gap-4 2xl:grid-cols-2">
      <section aria-label="The mail" className="grid min-w-0 content-start gap-1">
        <h4 className="font-semibold">The mail</h4>
        <p className="text-ink-muted text-sm wrap-anywhere">{preview.subject}</p>
        <Frame title="The mail" html={preview.html} />
      </section>
      {preview.page !== "" && (
        <section aria-label="The page" className="grid min-w-0 content-start gap-1">
          <h4 className="font-semibold">The page</h4>
          <p className="text-ink-muted text-sm">As it is once the mail has left.</p>
          <Frame title="The page" html={preview.page} />
        </section>
      )}
    </div>
  );
}

function Frame({ title, html }: { readonly title: string; readonly html: string }) {
  const { source, styles } = useMemo(() => withoutInlineStyles(html), [html]);
  const show = (frame: HTMLIFrameElement) => {
    const { contentDocument: page, contentWindow: view } = frame;
    if (page === null || view === null) return;
    applyStyles(page, styles);
    page.body.inert = true;
  };
  return (
    <iframe
      title={title}
      sandbox="allow-same-origin"
      srcDoc={source}
      onLoad={({ currentTarget }) => show(currentTarget)}
      className="border-line-strong h-[28rem] w-full rounded-sm border bg-white"
    />
  );
}

interface Unstyled {
  readonly source: string;
  /** The texts of its style elements. */
  readonly styles: readonly string[];
}

const keptStyle = "data-kept-style";

/** The desk's content policy allows no inline styles, in frames neither: they are taken out, and set by script. */
function withoutInlineStyles(html: string): Unstyled {
  const element = /<style\b[^>]*>(.*?)<\/style>/gs;
  const styles = [...html.matchAll(element)].map(([, text = ""]) => text);
  const source = html
    .replaceAll(element, "")
    .replaceAll(/<script\b.*?<\/script>/gs, "")
    .replaceAll(' style="', ` ${keptStyle}="`);
  return { source, styles };
}

function applyStyles(page: Document, styles: readonly string[]): void {
  const Sheet = page.defaultView?.CSSStyleSheet;
  if (Sheet === undefined) return;
  page.adoptedStyleSheets = styles.map((text) => {
    const sheet = new Sheet();
    sheet.replaceSync(text);
    return sheet;
  });
  for (const element of page.querySelectorAll<HTMLElement>(`[${keptStyle}]`)) {
    element.style.cssText = element.getAttribute(keptStyle) ?? "";
  }
}
