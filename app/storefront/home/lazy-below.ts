import { type ComponentProps, type ComponentType, lazy } from 'react'
import { replayIn } from '../../early-input.ts'

type Code = typeof import('./below.tsx')
type Below = { [Name in keyof Code]: ComponentType<ComponentProps<Code[Name]>> }

let needCode = () => {}
const needed = new Promise<void>((resolve) => {
  needCode = resolve
})

const load = async () => {
  await needed
  return await import('./below.tsx')
}

/**
 * The parts of the home page below the window. The server renders them (app/entry.server.tsx sets the components); the
 * browser keeps its HTML, and loads the code when they are about to be seen.
 *
 * Only for a page that nothing updates by itself: while a part waits, React holds back every update of the router that is made
 * as a transition. In the navbar, which all pages share, it would keep private screens from ever showing their data.
 */
export const below: Below = {
  ProductCards: lazy(async () => ({ default: (await load()).ProductCards })),
  PharmacySections: lazy(async () => ({ default: (await load()).PharmacySections })),
}

/** Loads the code at once, for a home page that the server didn't render. */
export async function loadBelow(): Promise<void> {
  needCode()
  // Its failure is the lazy components' to tell.
  await load().catch(() => undefined)
}

/** How far below the window a part is loaded. */
const AHEAD = '100px'

/**
 * Loads the code when the element comes near the window, or with the page's first use. Its buttons that were pressed before are then
 * pressed again (app/early-input.ts).
 */
export function loadBelowNear(element: HTMLElement): () => void {
  const controller = new AbortController()
  const { signal } = controller
  const replay = () => {
    if (!signal.aborted) void replayIn(element)
  }
  // In a task of its own: the lazy components then have their code, too. Their failure is told by them.
  load().then(
    () => setTimeout(replay),
    () => undefined,
  )
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (entry?.isIntersecting) needCode()
    },
    { rootMargin: AHEAD },
  )
  observer.observe(element)
  for (const type of ['pointerdown', 'keydown', 'scroll'])
    addEventListener(type, () => needCode(), { once: true, passive: true, capture: true, signal })
  return () => {
    observer.disconnect()
    controller.abort()
  }
}
