import { hasOutbox } from "#app/site/submission/outbox-key.ts";

/** On pages without a form: loads the script that sends what waits on this device and says so. Most visitors need none. */
export function showWaiting(): void {
  const line = document.querySelector<HTMLElement>("[data-outbox-line]");
  const src = line?.dataset["outboxLine"];
  const isOnPageWithForm = document.querySelector("[data-outbox]") !== null;
  if (src === undefined || isOnPageWithForm || !hasOutbox()) return;
  document.head.append(Object.assign(document.createElement("script"), { type: "module", src }));
}
