import { useCallback, useEffect } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'

/** `owner` is the id of the user whom the draft belongs to, empty for forms that anybody fills in. */
type StoredDraft = { owner: string; values: Record<string, unknown>; savedAt: number }

/** Somebody else may sit at the computer then. */
const LIFETIME_MS = 30 * 60_000

/** The text that was typed into a form of this tab and not sent. Empty when it belongs to another owner or is older than half an hour. */
export function readDraft<Name extends string>(
  key: string,
  names: readonly Name[],
  owner = '',
): Partial<Record<Name, string>> {
  const stored = parseStored<Partial<StoredDraft>>(sessionStorage.getItem(key))
  if (stored?.owner !== owner) return {}
  if (!(Date.now() - Number(stored.savedAt) < LIFETIME_MS)) {
    sessionStorage.removeItem(key)
    return {}
  }
  const texts = names.flatMap((name) => {
    const text = stored.values?.[name]
    return typeof text === 'string' ? [[name, text] as const] : []
  })
  return Object.fromEntries(texts) as Partial<Record<Name, string>>
}

/** The JSON of a storage key; null when there is none, or when it can't be read. */
export function parseStored<Value>(text: string | null): Value | null {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

/**
 * Saves the text typed into a form for half an hour in this tab, so that a reload costs nobody a long message, and restores
 * it into fields that are still empty.
 *
 * @param names the fields to save, a constant; never passwords or the honeypot
 * @returns a function that deletes the draft, for when the form was sent
 */
export function useDraft<Values extends FieldValues, Output>(
  key: string,
  names: readonly Path<Values>[],
  { getValues, setValue, subscribe }: UseFormReturn<Values, unknown, Output>,
  owner = '',
): () => void {
  useEffect(() => {
    const draft = readDraft(key, names, owner)
    for (const name of names) {
      const text = draft[name]
      if (text && !getValues(name)) setValue(name, text as PathValue<Values, Path<Values>>)
    }
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        const draft: StoredDraft = {
          owner,
          values: Object.fromEntries(names.map((name) => [name, values[name]])),
          savedAt: Date.now(),
        }
        sessionStorage.setItem(key, JSON.stringify(draft))
      },
    })
  }, [key, names, owner, getValues, setValue, subscribe])
  return useCallback(() => sessionStorage.removeItem(key), [key])
}
