/**
 * Shows /sin-conexion in place of a page that can't be loaded because there is no network. It keeps that page and its files;
 * everything else goes to the network as if there were no worker.
 */
const CACHE = 'sin-conexion'
const PAGE = '/sin-conexion'
const FILES = [PAGE, '/sin-conexion.css', '/sin-conexion.js', '/favicon.svg']

const save = async () => (await caches.open(CACHE)).addAll(FILES)

/** Set once this run of the worker has saved the files again: the shop may have changed since. */
let saved

addEventListener('install', (event) => {
  skipWaiting()
  event.waitUntil(save())
})

addEventListener('activate', (event) => {
  // With the preload a page doesn't wait until the worker has started.
  event.waitUntil(Promise.all([clients.claim(), registration.navigationPreload?.enable()]))
})

addEventListener('fetch', (event) => {
  const { mode, method, url } = event.request
  const { origin, pathname } = new URL(url)
  if (mode === 'navigate' && method === 'GET') event.respondWith(loadPage(event))
  else if (origin === location.origin && FILES.includes(pathname)) event.respondWith(loadFile(event.request))
})

async function loadPage(event) {
  try {
    const page = (await event.preloadResponse) ?? (await fetch(event.request))
    saved ??= save().catch(() => {
      saved = undefined
    })
    event.waitUntil(saved)
    return page
  } catch {
    return (await caches.match(PAGE)) ?? Response.error()
  }
}

const loadFile = (request) =>
  fetch(request).catch(async () => (await caches.match(request)) ?? Response.error())
