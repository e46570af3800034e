// Keeps the page and its parts in the browser, so that it opens again without the network.

const kept = async () => caches.open(NAME);

addEventListener("install", (event) => event.waitUntil(kept().then((cache) => cache.addAll(FILES))));
addEventListener("activate", (event) => event.waitUntil(caches.keys().then((names) => (
  Promise.all(names.filter((name) => name !== NAME).map((name) => caches.delete(name)))))));
addEventListener("fetch", (event) => event.respondWith(
  kept().then((cache) => cache.match(event.request)).then((found) => found ?? fetch(event.request))));
