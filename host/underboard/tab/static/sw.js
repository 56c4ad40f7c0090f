// Keeps the files of one version, so that the page opens without a network.  Files of a version
// never change: their folder carries its name.  The page is the one of these files until the reader
// takes the new version over; browsers ask for a new one of this script at every visit.

const VERSION = "{version}";
const FILES = {files};
const CACHE = `underboard-${VERSION}`;

// The page has one address in all versions: a host lets browsers keep it for minutes, and may not
// yet send the new one.  An old page would ask for files that are gone: tried again at the next visit.
async function page() {
  const answer = await fetch(new Request("./", { cache: "reload" }));
  if (!answer.ok || !(await answer.clone().text()).includes(VERSION)) throw new Error(`no page of ${VERSION}`);
  return answer;
}

self.addEventListener("install", (event) => event.waitUntil((async () => {
  const cache = await caches.open(CACHE);
  for (const file of FILES) {
    // What an older version has under the same name is the same.
    const known = file === "./" ? null : await caches.match(file);
    if (known) await cache.put(file, known);
    else if (file === "./") await cache.put(file, await page());
    else await cache.add(file);
  }
})()));

self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith("underboard-") && name !== CACHE) await caches.delete(name);
  await self.clients.claim();
})()));

self.addEventListener("message", (event) => event.data === "take over" && self.skipWaiting());

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  event.respondWith((async () => {
    const cache = await caches.open(CACHE);
    const isPage = request.mode === "navigate" && request.url.split(/[?#]/)[0] === self.registration.scope;
    return (await cache.match(isPage ? "./" : request, { ignoreSearch: true })) ?? fetch(request);
  })());
});
