/*
 * Replays presses and input from before hydration, in order, so that a typed quantity counts for the press after it, and a field
 * that was left empty says that it is required. A script in the page's head records them (head-script.ts).
 */

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** A pressed button, a field with its typed or chosen value, or a field that was left, perhaps for another. */
export type EarlyInput = {
  element: HTMLElement
  value?: string
  checked?: boolean
  left?: { relatedTarget: EventTarget | null }
}

const NATIVE_CONTROLS = '[popovertarget], [type="submit"]'

/**
 * Drops recorded input once React has handled it; call right before hydration. Only handled events reach the document: React
 * stops events of parts that it hasn't hydrated.
 */
export function forgetHandledInput() {
  for (const type of ['click', 'change'])
    document.addEventListener(type, ({ target }) => {
      const handled = type === 'change' && isTracked(target) ? null : elementOf(target)
      window.earlyInput = window.earlyInput?.filter(({ element }) => element !== handled)
    })
}

const elementOf = (target: EventTarget | null) =>
  target instanceof Element ? (target.closest('button') ?? target) : null

/** Whether React compares the field's value with its value at hydration, so that a change from before hydration is missed. */
const isTracked = (target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type !== 'file')

/** Replays the recorded input once the page is hydrated, and ends the recording. */
export async function replayInput() {
  for (const [type, remember] of Object.entries(window.rememberInput ?? {}))
    removeEventListener(type, remember, true)
  const early = window.earlyInput ?? []
  window.earlyInput = []
  for (const input of early) {
    const { element } = input
    if (input.left) leaveAgain(element, input.left)
    else if (isField(element)) changeAgain(element, input)
    else if (!element.matches(NATIVE_CONTROLS)) element.click()
    // React renders this input before the next one.
    await Promise.resolve()
  }
  // The focused field can be left before React reaches its part of the page.
  if (document.activeElement) hydrate(document.activeElement)
}

function leaveAgain(field: Element, left: FocusEventInit) {
  hydrate(field)
  field.dispatchEvent(new FocusEvent('focusout', { bubbles: true, ...left }))
}

/** Makes React hydrate the element's part of the page, which it does before a `keyup`, but not before a `focusout`. */
const hydrate = (element: Element) => element.dispatchEvent(new Event('keyup', { bubbles: true }))

const isField = (element: Element): element is Field => element.matches('input, select, textarea')

function changeAgain(field: Field, { value = '', checked = false }: EarlyInput) {
  if (!isTracked(field)) {
    if (field instanceof HTMLSelectElement) field.value = value
    announce(field, 'change')
  } else if (isCheckable(field)) {
    if (checked === field.defaultChecked) return
    field.checked = field.defaultChecked
    announce(field, 'change')
    field.click()
  } else if (value !== field.defaultValue) {
    field.value = field.defaultValue
    announce(field, 'change')
    // React tracks values set by script. The prototype's setter bypasses React, which then finds the change with the event.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
    announce(field, 'input')
  }
}

const isCheckable = (field: HTMLInputElement | HTMLTextAreaElement): field is HTMLInputElement =>
  field.type === 'checkbox' || field.type === 'radio'

/**
 * Dispatches an event, by which React hydrates this part of the page. The field must hold its first value by then, so that the
 * next value is a change.
 */
const announce = (field: Field, type: 'change' | 'input') =>
  field.dispatchEvent(new Event(type, { bubbles: true }))
