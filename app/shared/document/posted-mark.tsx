/** Marks forms that the browser posts before scripts have taken them over: they must not be sent by both. */
export function PostedMark() {
  return <script dangerouslySetInnerHTML={{ __html: `(${markPosted.toString()})()` }} />;
}

/** Inlined into the page as text: it must not refer to anything outside itself. */
function markPosted(): void {
  addEventListener("submit", ({ target }) => {
    if (target instanceof HTMLElement) target.dataset["posted"] = "";
  });
}
