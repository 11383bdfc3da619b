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
import type { Group } from './payment-groups.ts'
import type { Decisions } from './use-decisions.ts'

/** The attribute of a row's main button, with the transfer's id. The current row is the row that contains the focus. */
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

const mainButtons = (list: Element | null) => [
  ...(list?.querySelectorAll<HTMLElement>(`[${MAIN_BUTTON}]`) ?? []),
]

/** The main button of the current row. */
const currentIn = (list: Element | null): HTMLElement | null => {
  const row = document.activeElement?.closest('tr')
  return row && list?.contains(row) ? row.querySelector<HTMLElement>(`[${MAIN_BUTTON}]`) : null
}

/** The keys of the screen 'Pagos'. Enter presses the button that has the focus. */
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

const idOf = (button: Element) => button.getAttribute(MAIN_BUTTON) ?? ''

/** @returns whether the list has the row */
export function focusRow(list: Element | null, id: string): boolean {
  const button = mainButtons(list).find((one) => idOf(one) === id)
  button?.focus({ preventScroll: true })
  button?.closest('tr')?.scrollIntoView({ block: 'nearest' })
  return button !== undefined
}

/**
 * Keeps the focus in the list. When the focused row leaves, the row that takes its place gets the focus; when a row comes back,
 * that row does. After a change of the group the focus goes to the list itself, so that nobody who accepts sure transfers one
 * after the other accepts a proposal by mistake.
 */
export function useKeptFocus(
  list: RefObject<HTMLElement | null>,
  group: Group,
  { outcome, working }: Decisions,
) {
  /** The row that has the focus, or had it when it left. */
  const focused = useRef<{ id: string; place: number; group: Group }>(null)
  const undone = useRef<string>(undefined)
  const shownGroup = useRef(group)
  useEffect(() => {
    shownGroup.current = group
    undone.current = outcome?.undone
  }, [group, outcome])
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      // The row stays remembered while the list itself or a dialog has the focus.
      if (!(target instanceof Element) || target === list.current || target.closest('dialog')) return
      const button = list.current?.contains(target) && target.closest('tr')?.querySelector(`[${MAIN_BUTTON}]`)
      const place = button ? mainButtons(list.current).indexOf(button as HTMLElement) : -1
      focused.current = button ? { id: idOf(button), place, group: shownGroup.current } : null
    }
    document.addEventListener('focusin', remember)
    return () => document.removeEventListener('focusin', remember)
  }, [list])
  // After every render: rows leave by decisions, and by the list that is loaded afterwards.
  useEffect(() => {
    if (undone.current && (focusRow(list.current, undone.current) || !working)) undone.current = undefined
    const { activeElement } = document
    if (!focused.current || (activeElement !== document.body && activeElement !== list.current)) return
    const { id, place, group: before } = focused.current
    const buttons = mainButtons(list.current)
    // The person took the focus away from a row that is still there.
    if (before === group && activeElement === document.body && buttons.some((one) => idOf(one) === id)) return
    const next = before === group ? buttons[Math.min(place, buttons.length - 1)] : undefined
    if (next) focusRow(list.current, idOf(next))
    else list.current?.focus({ preventScroll: true })
    if (before !== group) focused.current = null
  })
}
