import { matchRoutes, type RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import {
  cancelRemindersUrl,
  newPasswordUrl,
  placedOrderUrl,
  productUrl,
  repeatOrderUrl,
  SCREENS,
  stopAlertsUrl,
} from '#domain/screen-urls.ts'
import routes from './routes.ts'

/** The path of the route that shows a URL; `*` is the route of unknown paths. */
const routeOf = (url: string) =>
  matchRoutes(routes as RouteObject[], url.split('?')[0]!)?.at(-1)?.route.path ?? ''

const urls = [
  productUrl('id'),
  placedOrderUrl('id'),
  repeatOrderUrl('id'),
  newPasswordUrl('token'),
  cancelRemindersUrl('token'),
  stopAlertsUrl('token'),
]
const { newPassword, cancelReminders, stopAlerts, ...screens } = SCREENS

test.each([...urls, ...Object.values(screens)])('shows a screen at %s, to which the server leads', (url) => {
  expect(routeOf(url)).not.toBe('*')
})

test('shows no screen at a path that lacks its token', () => {
  for (const path of [newPassword, cancelReminders, stopAlerts]) expect(routeOf(path)).toBe('*')
})
