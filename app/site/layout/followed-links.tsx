import { useEffect, useState } from "react";
import { PrefetchPageLinks, useNavigate } from "react-router";

/** How long a link is pointed at before that is taken for an intention. */
const intentMs = 100;

/**
 * Follows every link to our own pages without a page load, and fetches what the next page needs as
 * soon as its link is pointed at or has the focus. One listener does for all links what the router's
 * own links would each do with listeners, states and effects (docs/decisions/023-one-listener-follows-all-links.md).
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
 * The page of ours that a link leads to; null for a place on this page, another host, a file or a call. Staff
 * pages are left to the browser: they need a document of their own, without the scripts of this one.
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

/** The page would change over the answer to a form: left to the browser, it asks first (app/shared/forms/use-leave-warning.ts). */
function isSending(): boolean {
  return document.querySelector("[data-sending]") !== null;
}

/** Everything else, such as a new tab, is the browser's. */
function isPlainClick(event: MouseEvent): boolean {
  const { button, metaKey, altKey, ctrlKey, shiftKey } = event;
  return !event.defaultPrevented && button === 0 && !(metaKey || altKey || ctrlKey || shiftKey);
}
