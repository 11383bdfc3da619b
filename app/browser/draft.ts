import { useCallback, useEffect } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'

/**
 * Keeps the text typed into a form while this tab lives, so that a reload costs nobody a long message, and puts it back
 * wherever the form is still empty. `names` is a constant, without the trap for robots.
 *
 * @returns forgets it, once the form is sent
 */
export function useDraft<Values extends FieldValues, Output>(
  key: string,
  names: readonly Path<Values>[],
  { getValues, setValue, subscribe }: UseFormReturn<Values, unknown, Output>,
): () => void {
  useEffect(() => {
    const draft = read(key)
    for (const name of names) {
      const value = draft[name]
      if (typeof value === 'string' && value && !getValues(name)) {
        setValue(name, value as PathValue<Values, Path<Values>>)
      }
    }
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        const typed = Object.fromEntries(names.map((name) => [name, values[name]]))
        sessionStorage.setItem(key, JSON.stringify(typed))
      },
    })
  }, [key, names, getValues, setValue, subscribe])
  return useCallback(() => sessionStorage.removeItem(key), [key])
}

function read(key: string): Record<string, unknown> {
  try {
    const draft: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    return typeof draft === 'object' && draft !== null ? (draft as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
