import { useContext } from 'react'
import { type Location, UNSAFE_DataRouterContext } from 'react-router'

/**
 * Returns a function that gives the location that is loading, otherwise the current one. The router's own hooks give it only
 * after React has rendered: on a busy machine too late for a change right after another change or a followed link.
 */
export function useDestination(): () => Location {
  const { router } = useContext(UNSAFE_DataRouterContext)!
  return () => router.state.navigation.location ?? router.state.location
}
