import { useEffect, useState } from "react";
import { PrefetchPageLinks, useNavigate } from "react-router";

/** How long the pointer must rest on a link before its page is prefetched. */
const intentMs = 100;

/**
 * Follows links to our own pages without a page load, and prefetches the next page when its link is pointed at or
 * focused. One listener for all links costs less than the router's own links (docs/decisions/021-react-starts-late.md).
 */
export function FollowedLinks() {
  const navigate = useNavigate();
  const [intended, setIntended] = useState<string | null>(null);
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const page = pageOf(event.target);
      if (page === null || !isPlainClick(event) || isSending()) return;
      event.preventDefault();
      void navigate(page, { replace: page === location.pathname + location.search });
    };
    let intent: ReturnType<typeof setTimeout> | undefined;
    const intend = ({ target }: Event) => {
      clearTimeout(intent);
      const page = pageOf(target);
      if (page !== null) intent = setTimeout(setIntended, intentMs, page);
    };
    document.addEventListener("click", follow);
    document.addEventListener("pointerover", intend);
    document.addEventListener("focusin", intend);
    return () => {
      clearTimeout(intent);
      document.removeEventListener("click", follow);
      document.removeEventListener("pointerover", intend);
      document.removeEventListener("focusin", intend);
    };
  }, [navigate]);
  return intended === null ? null : <PrefetchPageLinks page={intended} />;
}

const staffPages = /^\/admin(?:-login)?(?:\/|$)/;

/**
 * The path of our page that a link leads to; null for a fragment of this page, another host, a download or a phone
 * number. Pages of the desk need their own document, so they are left to the browser.
 */
function pageOf(target: EventTarget | null): string | null {
  const link = target instanceof Element ? target.closest("a") : null;
  if (link === null || link.origin !== location.origin || link.target !== "" || link.download !== "")
    return null;
  if (staffPages.test(link.pathname)) return null;
  return link.hash === "" || link.pathname !== location.pathname
    ? link.pathname + link.search + link.hash
    : null;
}

/** While a form is being sent, the browser follows the link itself, so that it asks first (app/shared/forms/use-leave-warning.ts). */
function isSending(): boolean {
  return document.querySelector("[data-sending]") !== null;
}

/** Any other click, such as one for a new tab, is left to the browser. */
function isPlainClick(event: MouseEvent): boolean {
  const { button, metaKey, altKey, ctrlKey, shiftKey } = event;
  return !event.defaultPrevented && button === 0 && !(metaKey || altKey || ctrlKey || shiftKey);
}
