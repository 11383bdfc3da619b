import { type ComponentType, lazy } from 'react'
import type { ProductCard } from '#contract/products.ts'

type Cards = ComponentType<{ products: ProductCard[] }>

let want = () => {}
const wanted = new Promise<void>((resolve) => {
  want = resolve
})

/**
 * The cards of the home page's rows. The server renders them (app/entry.server.tsx sets the component itself); the browser
 * keeps its HTML, and loads the code when the rows are about to be seen.
 */
export const homeCards: { Component: Cards } = {
  Component: lazy(async () => {
    await wanted
    return { default: (await import('./product-cards.tsx')).ProductCards }
  }),
}

/** How far below the window a row is loaded. */
const AHEAD = '100px'

/** Loads the code of the cards when the element comes near the window, or with the page's first use. */
export function loadCardsNear(element: Element): () => void {
  const controller = new AbortController()
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (entry?.isIntersecting) want()
    },
    { rootMargin: AHEAD },
  )
  observer.observe(element)
  for (const type of ['pointerdown', 'keydown', 'scroll'])
    addEventListener(type, () => want(), { once: true, passive: true, signal: controller.signal })
  return () => {
    observer.disconnect()
    controller.abort()
  }
}
