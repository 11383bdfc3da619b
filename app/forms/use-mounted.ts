import { useEffect, useRef } from 'react'

/**
 * Whether the component is still mounted. A modal's form checks after a call, because the modal may be closed by then, and
 * another modal open in its place.
 */
export function useMounted() {
  const mounted = useRef(true)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  return mounted
}
