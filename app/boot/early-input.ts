/*
 * Presses and input from before the page's code was there. A script in the page remembers them (head-script.ts), and they are done again, in
 * the same order, once the page is hydrated: a quantity that was typed counts for the press that follows it.
 */

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** A button that was pressed, or a field with what was typed or chosen in it. */
export type EarlyInput = { element: HTMLElement; value?: string; checked?: boolean }

/** The browser has already done what these do without scripts. */
const NATIVE = '[popovertarget], [type="submit"]'

/**
 * Forgets a press, a choice or a file once it is handled. React stops an event whose code is missing, or that comes while it can't
 * hydrate the page yet, before it reaches the document. Must be called right before hydration.
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

/** React compares such a field with what it had when the page was hydrated: a change before that is none for it. */
const isTracked = (target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type !== 'file')

/** Does the remembered input, once the page is hydrated. From then on nothing is remembered. */
export async function replayInput() {
  if (window.rememberPress) removeEventListener('click', window.rememberPress, true)
  if (window.rememberField) removeEventListener('input', window.rememberField, true)
  const early = window.earlyInput ?? []
  window.earlyInput = []
  for (const input of early) {
    const { element } = input
    if (isField(element)) changeAgain(element, input)
    else if (!element.matches(NATIVE)) element.click()
    // React shows the change before the next one.
    await Promise.resolve()
  }
}

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
    // React hears of values that are set, except by the prototype's own setter: it finds this one with the event.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
    announce(field, 'input')
    if (document.activeElement !== field) announce(field, 'focusout')
  }
}

const isCheckable = (field: HTMLInputElement | HTMLTextAreaElement): field is HTMLInputElement =>
  field.type === 'checkbox' || field.type === 'radio'

/** React hydrates the part of the page where such an event is: a field has to have its first value then, so that the next one is a change. */
const announce = (field: Field, type: 'change' | 'input' | 'focusout') =>
  field.dispatchEvent(new Event(type, { bubbles: true }))
