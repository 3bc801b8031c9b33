/** Keeps this page and what it has loaded on the phone, so that it opens in the yard without signal. */
export function openWithoutSignal(): void {
  const { serviceWorker } = navigator as Partial<Navigator>; // Some browsers and private windows lack it.
  if (!navigator.onLine) return;
  const loaded = performance
    .getEntriesByType("resource")
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith("/assets/"));
  const scripts = [...new Set(loaded.map(({ pathname }) => ["script", pathname].join("=")))].toSorted();
  const worker = `/photo-worker.js?${scripts.join("&")}`;
  void serviceWorker?.register(worker, { scope: location.pathname }).catch(() => null);
}
