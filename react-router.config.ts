import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  ssr: true,
  // The first page lists all routes: discovering them later would make calls outside /api.
  routeDiscovery: { mode: 'initial' },
  // One file per route: a separate file for its loader would be one more request for a few bytes.
  splitRouteModules: false,
} satisfies Config
