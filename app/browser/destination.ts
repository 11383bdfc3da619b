import { useContext } from 'react'
import { type Location, UNSAFE_DataRouterContext } from 'react-router'

/**
 * Returns a function that tells the location that loads, or else the one that is shown. The router's own hooks tell it after React has rendered:
 * on a busy machine, too late for a change that comes right after another one or after a followed link.
 */
export function useDestination(): () => Location {
  const { router } = useContext(UNSAFE_DataRouterContext)!
  return () => router.state.navigation.location ?? router.state.location
}
