/** As `ref` of a step's first text: moves the focus there, because the button of the step before is gone. */
export const takeFocus = (element: HTMLElement | null) => element?.focus()
