import type { UseFormRegisterReturn } from 'react-hook-form'

/** A field whose text is formatted when it is left, and before Enter sends the form. */
export function formattedWhenLeft<Props extends UseFormRegisterReturn>(
  props: Props,
  format: (text: string) => string,
) {
  async function show(input: HTMLInputElement) {
    const shown = format(input.value)
    if (shown === input.value) return
    input.value = shown
    await props.onChange({ target: input, type: 'change' })
  }
  return {
    ...props,
    onBlur: async (event: React.FocusEvent<HTMLInputElement>) => {
      await Promise.all([show(event.target), props.onBlur(event)])
    },
    onKeyDown: (event: React.KeyboardEvent<HTMLInputElement>) => {
      if (event.key === 'Enter') void show(event.currentTarget)
    },
  }
}
