/**
 * Selects the text of a search box that gets the focus, so that the next search replaces it. Waits until the press has placed the
 * cursor, and selects nothing if somebody has typed meanwhile.
 */
export function selectWhenFocused({ currentTarget: input }: { currentTarget: HTMLInputElement }) {
  const { value } = input
  if (value === '') return
  requestAnimationFrame(() => {
    if (document.activeElement === input && input.value === value) input.select()
  })
}
