import { type PointerEvent, useCallback, useEffect, useRef, useState } from 'react'

const MAX_SCALE = 4
const DOUBLE_CLICK_SCALE = 2.5
/** The wheel's movement, in pixels, that zooms by a factor of e. */
const WHEEL_PX = 400

type Point = { x: number; y: number }

/**
 * Zooms a picture inside a scrolling view, from the view's size to four times that size. The point under the pointer, or between
 * the fingers, stays in place.
 *
 * @returns refs for the view and its only child, the pointer's handlers for that child, and `zoomBy`, whose factor 0 resets the
 * zoom
 */
export function useZoom() {
  const view = useRef<HTMLElement>(null)
  const picture = useRef<HTMLDivElement>(null)
  const current = useRef(1)
  const [zoom, setZoom] = useState(1)
  const pointers = useRef(new Map<number, Point>())

  const zoomBy = useCallback((factor: number, at?: Point) => {
    const [outer, inner] = [view.current, picture.current]
    if (!outer || !inner) return
    const box = outer.getBoundingClientRect()
    const x = at ? at.x - box.left : outer.clientWidth / 2
    const y = at ? at.y - box.top : outer.clientHeight / 2
    const next = Math.min(MAX_SCALE, Math.max(1, current.current * factor))
    const ratio = next / current.current
    const [left, top] = [(outer.scrollLeft + x) * ratio - x, (outer.scrollTop + y) * ratio - y]
    current.current = next
    inner.style.width = `${next * 100}%`
    inner.style.height = `${next * 100}%`
    outer.scrollTo({ left, top, behavior: 'instant' })
    setZoom(next)
  }, [])

  // React's own wheel listener is passive: it couldn't keep the browser from zooming the page.
  useEffect(() => {
    const element = picture.current
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      zoomBy(Math.exp(-event.deltaY / WHEEL_PX), { x: event.clientX, y: event.clientY })
    }
    element?.addEventListener('wheel', onWheel, { passive: false })
    return () => element?.removeEventListener('wheel', onWheel)
  }, [zoomBy])

  function onPointerDown(event: PointerEvent) {
    if (event.button !== 0) return
    pointers.current.set(event.pointerId, pointOf(event))
    event.currentTarget.setPointerCapture(event.pointerId)
  }

  /** With one pointer the picture moves, with two it moves and zooms. */
  function onPointerMove(event: PointerEvent) {
    const held = pointers.current
    if (!held.has(event.pointerId)) return
    const before = gestureOf(held)
    held.set(event.pointerId, pointOf(event))
    const after = gestureOf(held)
    view.current?.scrollBy({
      left: before.middle.x - after.middle.x,
      top: before.middle.y - after.middle.y,
      behavior: 'instant',
    })
    if (before.distance > 0) zoomBy(after.distance / before.distance, after.middle)
  }

  const release = (event: PointerEvent) => pointers.current.delete(event.pointerId)

  return {
    view,
    picture,
    zoom,
    zoomBy,
    isSmallest: zoom === 1,
    isLargest: zoom === MAX_SCALE,
    handlers: {
      onPointerDown,
      onPointerMove,
      onPointerUp: release,
      onPointerCancel: release,
      onDoubleClick: (event: React.MouseEvent) =>
        current.current === 1 ? zoomBy(DOUBLE_CLICK_SCALE, pointOf(event)) : zoomBy(0),
    },
  }
}

const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => ({
  x: clientX,
  y: clientY,
})

/** The middle of the pressed pointers, and the distance between the first two. */
function gestureOf(pointers: ReadonlyMap<number, Point>) {
  const [one = { x: 0, y: 0 }, other] = pointers.values()
  if (!other) return { middle: one, distance: 0 }
  return {
    middle: { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 },
    distance: Math.hypot(one.x - other.x, one.y - other.y),
  }
}
