/**
 * Selects the text of a search box that gets the focus, so that the next search replaces it. Once the press that gave the focus has
 * placed its cursor, and only while nothing new was typed.
 */
export function selectWhenFocused({ currentTarget: input }: { currentTarget: HTMLInputElement }) {
  const { value } = input
  if (value === '') return
  requestAnimationFrame(() => {
    if (document.activeElement === input && input.value === value) input.select()
  })
}
