import { type PointerEvent, useCallback, useEffect, useRef, useState } from 'react'
import { IconButton } from './button.tsx'

const MAX_SCALE = 4
const DOUBLE_CLICK_SCALE = 2.5
const STEP = 1.5
/** The wheel's movement, in pixels, that zooms by a factor of e. */
const WHEEL_PX = 400

type Point = { x: number; y: number }

/**
 * Zooms a picture inside a scrolling view, from the view's size to four times that size: by buttons, the keys + - 0, the wheel, two fingers
 * and a double click. The point under the pointer, or between the fingers, stays in place.
 *
 * @returns `zoomBy`, whose factor 0 resets the zoom; the buttons; `onKeyDown` for an element around all; and a function that renders the
 * view, with its classes, around the picture
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

  function onKeyDown({ key }: React.KeyboardEvent) {
    if (key === '+' || key === '=') zoomBy(STEP)
    if (key === '-') zoomBy(1 / STEP)
    if (key === '0') zoomBy(0)
  }

  const handlers = {
    onPointerDown,
    onPointerMove,
    onPointerUp: release,
    onPointerCancel: release,
    onDoubleClick: (event: React.MouseEvent) =>
      zoom === 1 ? zoomBy(DOUBLE_CLICK_SCALE, pointOf(event)) : zoomBy(0),
  }

  return {
    zoomBy,
    onKeyDown,
    buttons: (
      <>
        <IconButton icon="zoom-out" label="Alejar" disabled={zoom === 1} onClick={() => zoomBy(1 / STEP)} />
        <output aria-label="Aumento" className="w-12 text-center text-sm tabular-nums">
          {Math.round(zoom * 100)}%
        </output>
        <IconButton
          icon="zoom-in"
          label="Acercar"
          disabled={zoom === MAX_SCALE}
          onClick={() => zoomBy(STEP)}
        />
      </>
    ),
    view: (className: string, children: React.ReactNode) => (
      <section
        ref={view}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
        tabIndex={0}
        aria-label="Imagen"
        className={`overflow-auto ${className}`}
      >
        <div
          ref={picture}
          {...handlers}
          className={`relative size-full touch-none select-none [container-type:size] ${zoom === 1 ? 'cursor-zoom-in' : 'cursor-grab active:cursor-grabbing'}`}
        >
          {children}
        </div>
      </section>
    ),
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
