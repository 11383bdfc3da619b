import { useEffect, useRef } from 'react'

/**
 * False once the component is gone. The form of a modal asks after a call: the modal may be closed by then, and another one
 * open in its place.
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
