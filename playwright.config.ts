import { defineConfig } from '@playwright/test'
import { type ShopName, shopUrl } from './e2e/shops.ts'

/**
 * A shop on an empty data folder of its own. Its log is printed by the tests that fail (e2e/shop.ts); why it can't start is on its standard
 * error.
 */
const serve = (name: ShopName) => ({
  command: `${JSON.stringify(process.execPath)} e2e/serve.ts > test-results/e2e-${name}.log`,
  url: `${shopUrl(name)}/api/health`,
  env: { PORT: new URL(shopUrl(name)).port, SHOP_NAME: name },
  timeout: 120_000,
  gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 10_000 },
})

/** Browser tests: the built product (`e2e/serve.ts`), in Debian's Chromium. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/e2e',
  fullyParallel: true,
  // Two cores are busy with three browsers, because tests also wait.
  workers: 3,
  forbidOnly: true,
  // Milliseconds. On two cores the browser, the server and PostgreSQL share what the other workers leave.
  timeout: 120_000,
  // A test that passes the second time is reported as flaky, with the trace of its failure.
  retries: 1,
  expect: { timeout: 20_000 },
  use: {
    baseURL: shopUrl('server'),
    locale: 'es-CL',
    timezoneId: 'America/Santiago',
    // Fades keep the browser's process busy, frame by frame. The tests that watch one allow it.
    contextOptions: { reducedMotion: 'reduce' },
    // Tests that answer requests in the server's place could not see those that pass through the service worker.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // Without screenshots, and only for retries: on two cores, both take much time.
    trace: { mode: 'on-first-retry', screenshots: false },
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking', '--disable-gpu'],
    },
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1280, height: 900 } } },
    { name: 'phone', grep: /@phone/, use: { viewport: { width: 390, height: 844 }, hasTouch: true } },
  ],
  webServer: [serve('server'), serve('delivery')],
})
