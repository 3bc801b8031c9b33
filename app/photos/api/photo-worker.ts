// The service worker of one page that takes photos: its scope is that page alone, so that it opens without signal.

interface WorkerScope {
  readonly registration: ServiceWorkerRegistration;
  readonly location: Location;
  skipWaiting(): Promise<void>;
  addEventListener(type: string, listener: (event: WorkerEvent) => void): void;
}

interface WorkerEvent {
  readonly request: Request;
  waitUntil(work: Promise<unknown>): void;
  respondWith(response: Promise<Response>): void;
}

const worker = self as unknown as WorkerScope;
const page = new URL(worker.registration.scope).pathname;
const scripts = new URL(worker.location.href).searchParams.getAll("script");
const cacheName = `photos ${page}`;
const patienceMs = 8000;

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(removeOldScripts()));

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (request.method !== "GET" || origin !== worker.location.origin) return;
  if (pathname === page && request.mode === "navigate") event.respondWith(openPage(event));
  else if (scripts.includes(pathname)) event.respondWith(loadScript(request));
});

/** Caches the page that starts the worker: it would open without signal only from the second visit on. */
async function install(): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.addAll([page, ...scripts]);
  await worker.skipWaiting();
}

async function removeOldScripts(): Promise<void> {
  const cache = await caches.open(cacheName);
  for (const { url } of await cache.keys())
    if (![page, ...scripts].includes(new URL(url).pathname)) await cache.delete(url);
}

async function loadScript(request: Request): Promise<Response> {
  const kept = await caches.match(new URL(request.url).pathname, { cacheName, ignoreVary: true });
  return kept ?? fetch(request);
}

/** Returns the page from the server, or the copy if no response comes in time. */
async function openPage(event: WorkerEvent): Promise<Response> {
  const fresh = fetch(event.request).then(async (response) => {
    await keepPage(event.request, response);
    return response;
  });
  const kept = await caches.match(page, { cacheName, ignoreVary: true });
  if (kept === undefined) return fresh;
  event.waitUntil(fresh.catch(() => null));
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(kept), patienceMs));
  const usable = fresh.then(
    (response) => (response.status >= 500 ? kept : response),
    () => kept,
  );
  return Promise.race([usable, late]);
}

/** A link that no longer works leaves nothing on the phone but what has not been sent. */
async function keepPage({ url }: Request, response: Response): Promise<void> {
  if (response.status === 404) {
    await caches.delete(cacheName);
    await worker.registration.unregister();
  }
  if (response.status !== 200 || new URL(url).search !== "") return;
  const cache = await caches.open(cacheName);
  await cache.put(page, response.clone());
}
