import { type RefObject, useEffect, useRef } from 'react'
import type { Group } from './payment-groups.ts'
import type { Decisions } from './use-decisions.ts'
import { MAIN_BUTTON, mainButtons } from './use-payment-keys.ts'

const idOf = (button: Element) => button.getAttribute(MAIN_BUTTON) ?? ''

/** @returns whether the list has the row */
export function focusRow(list: Element | null, id: string): boolean {
  const button = mainButtons(list).find((one) => idOf(one) === id)
  button?.focus({ preventScroll: true })
  button?.closest('tr')?.scrollIntoView({ block: 'nearest' })
  return button !== undefined
}

/**
 * Keeps the focus in the list: when its row leaves, on the row that takes its place, and when a row comes back, on that row. In
 * another group the focus waits beside the rows: nobody who accepts sure transfers in a row goes on with proposals unawares.
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
      // While the list is without rows, and in a dialog, the row is remembered.
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
