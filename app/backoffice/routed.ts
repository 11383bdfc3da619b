import { useContext } from 'react'
import { matchRoutes, UNSAFE_DataRouterContext } from 'react-router'

/**
 * Tells whether a path has a screen: the table of `app/routes.ts` decides what the menu and the board offer, so that neither
 * leads to one that isn't built. The router gives its own table away by this context alone.
 */
export function useRouted(): (path: string) => boolean {
  const routes = useContext(UNSAFE_DataRouterContext)?.router.routes ?? []
  return (path) => {
    const last = matchRoutes(routes, path)?.at(-1)
    return last !== undefined && last.route.path !== '*'
  }
}
