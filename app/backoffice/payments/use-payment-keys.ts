import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { areShortcutsOn } from '../../listing/preferences.ts'
import { UNFOCUSED } from '../../ui/focus-back.ts'
import { isBusy, isLetterAwaited, NEXT_KEY, PREVIOUS_KEY, UNDO_KEY, useKeyPress } from '../shortcut-keys.ts'
import type { Group } from './payment-groups.ts'

/** The attribute of a row's main button, with the transfer's id. The current row is the row that contains the focus. */
export const MAIN_BUTTON = 'data-payment'

type List = RefObject<HTMLElement | null>

const mainButtons = ({ current: list }: List) => [
  ...(list?.querySelectorAll<HTMLElement>(`[${MAIN_BUTTON}]`) ?? []),
]

/** The place of the row that contains an element; -1 for elements outside of the rows. */
const placeOf = (list: List, element: Element | null) =>
  mainButtons(list).findIndex((button) => button.closest('tr')?.contains(element))

const idOf = (button: Element | undefined) => button?.getAttribute(MAIN_BUTTON) ?? ''

function focusButton(button: HTMLElement | undefined) {
  button?.focus({ preventScroll: true })
  button?.closest('tr')?.scrollIntoView({ block: 'nearest' })
}

export const focusRow = (list: List, id: string) =>
  focusButton(mainButtons(list).find((button) => idOf(button) === id))

/**
 * The keys of the screen 'Pagos'. Enter presses the button that has the focus.
 *
 * @param ofRow what a key does with the transfer of the current row, by its id
 */
export function usePaymentKeys(
  list: List,
  undo: () => void,
  ofRow: Readonly<Record<string, (id: string) => void>>,
) {
  useKeyPress((event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event
    if (event.defaultPrevented || ctrlKey || metaKey || altKey || isBusy(target)) return
    const buttons = mainButtons(list)
    const place = placeOf(list, document.activeElement)
    // A key that is held down decides once.
    if (key === 'Enter' && event.repeat && place >= 0) return event.preventDefault()
    const isLetter = key.length === 1
    if (shiftKey || (isLetter && (!areShortcutsOn() || isLetterAwaited()))) return
    const id = idOf(buttons[place])
    const step = { ArrowDown: 1, [NEXT_KEY]: 1, ArrowUp: -1, [PREVIOUS_KEY]: -1 }[key]
    if (step && buttons.length === 0) return
    if (step) focusButton(buttons[place < 0 ? 0 : Math.min(Math.max(place + step, 0), buttons.length - 1)])
    else if (key === UNDO_KEY) undo()
    else if (id && ofRow[key]) ofRow[key](id)
    else return
    event.preventDefault()
  })
}

/**
 * Keeps the focus in the list when a load removes the row that had it: the row that takes its place gets the focus. After a change of the
 * group the list itself gets it, so that nobody who accepts sure transfers one after the other accepts a proposal by mistake.
 *
 * @param loaded the last data that the screen loaded: a new object after every load
 */
export function useKeptFocus(list: List, { group, loaded }: { group: Group; loaded: object | undefined }) {
  /** The row that has the focus, or had it when it left. */
  const focused = useRef<{ id: string; place: number; group: Group }>(null)
  const remember = useEffectEvent(({ target }: FocusEvent) => {
    const place = placeOf(list, target as Element)
    if (place >= 0) focused.current = { id: idOf(mainButtons(list)[place]), place, group }
  })
  useEffect(() => {
    document.addEventListener('focusin', remember)
    return () => document.removeEventListener('focusin', remember)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: every load counts.
  useEffect(() => {
    if (!focused.current || !document.activeElement?.matches(UNFOCUSED)) return
    const { id, place, group: before } = focused.current
    const buttons = before === group ? mainButtons(list) : []
    const next = buttons.find((button) => idOf(button) === id) ?? buttons[Math.min(place, buttons.length - 1)]
    if (next) focusButton(next)
    else list.current?.focus({ preventScroll: true })
  }, [loaded])
}
