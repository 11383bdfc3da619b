import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  ssr: true,
  // Every route is known from the first page on: the browser asks the server for data by the calls of /api only.
  routeDiscovery: { mode: 'initial' },
  // One file per route: its loader in a file of its own would be one more request for a few bytes.
  splitRouteModules: false,
} satisfies Config
