import { type RefObject, useEffect, useState } from 'react'

/** Whether an element has been in the window, or within `margin` pixels of it. */
export function useNearView(element: RefObject<HTMLElement | null>, margin: number): boolean {
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        observer.disconnect()
        setIsNear(true)
      },
      { rootMargin: `${margin}px` },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, margin])
  return isNear
}
