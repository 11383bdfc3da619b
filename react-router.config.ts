import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  ssr: true,
  // Every route is known from the first page on: the browser asks the server for data by the calls of /api only.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
