import { type RefObject, useEffect, useRef } from 'react'
import { areShortcutsOn } from '../../listing/preferences.ts'
import {
  ASIDE_KEY,
  FIND_ORDER_KEY,
  isBusy,
  isLetterAwaited,
  NEXT_KEY,
  PREVIOUS_KEY,
  UNDO_KEY,
} from '../shortcut-keys.ts'

/** The attribute of a row's main button: the transfer's id. The row whose button has the focus is the current one. */
export const MAIN_BUTTON = 'data-payment'

type Actions = {
  /** 'No es un pago' of the current row. */
  aside: (id: string) => void
  /** Opens the search for orders. */
  find: (id: string) => void
  /** Shows the next or previous offer. */
  turn: (id: string, step: 1 | -1) => void
  undo: () => void
}

export const mainButtons = (list: Element | null) => [
  ...(list?.querySelectorAll<HTMLElement>(`[${MAIN_BUTTON}]`) ?? []),
]

/** The id of the row that has the focus. */
const currentIn = (list: Element | null): HTMLElement | null => {
  const row = document.activeElement?.closest('tr')
  return row && list?.contains(row) ? row.querySelector<HTMLElement>(`[${MAIN_BUTTON}]`) : null
}

/** The keys of the screen 'Pagos' (docs/product.md#payments-screen). Enter presses the button that has the focus. */
export function usePaymentKeys(list: RefObject<HTMLElement | null>, actions: Actions) {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event
      if (event.defaultPrevented || ctrlKey || metaKey || altKey || isBusy(target)) return
      const current = currentIn(list.current)
      // A key that is held down decides once.
      if (key === 'Enter' && event.repeat && current) return event.preventDefault()
      const isLetter = key.length === 1
      if (shiftKey || (isLetter && (!areShortcutsOn() || isLetterAwaited()))) return
      const id = current?.getAttribute(MAIN_BUTTON)
      if (act(key, current, id)) event.preventDefault()
    }
    /** @returns whether the key means something here */
    const act = (key: string, current: HTMLElement | null, id: string | null | undefined): boolean => {
      const { aside, find, turn, undo } = latest.current
      const step = { ArrowDown: 1, [NEXT_KEY]: 1, ArrowUp: -1, [PREVIOUS_KEY]: -1 }[key]
      if (step) return move(current, step)
      if (key === UNDO_KEY) undo()
      else if (!id) return false
      else if (key === ASIDE_KEY) aside(id)
      else if (key === FIND_ORDER_KEY) find(id)
      else if (key === 'ArrowRight') turn(id, 1)
      else if (key === 'ArrowLeft') turn(id, -1)
      else return false
      return true
    }
    const move = (current: HTMLElement | null, step: number): boolean => {
      const buttons = mainButtons(list.current)
      const place = current ? buttons.indexOf(current) + step : 0
      const next = buttons[Math.min(Math.max(place, 0), buttons.length - 1)]
      next?.focus({ preventScroll: true })
      next?.closest('tr')?.scrollIntoView({ block: 'nearest' })
      return next !== undefined
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [list])
}
