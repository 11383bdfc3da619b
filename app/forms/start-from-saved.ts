import { useCallback, useEffect, useRef } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'

/**
 * Starts a form from its saved values whenever they are loaded again, and keeps what was typed since they were sent.
 *
 * @param saved the loaded values; the same object as long as nothing was loaded. Undefined for a form without saved values
 * @returns a function for after a successful save: it takes the values that were sent
 */
export function useStartFromSaved<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  saved: Values | undefined,
): (sent: Values) => void {
  const { getValues, setValue, reset } = form
  /** The values to compare with: those that the form started from, then those that were sent. */
  const unchanged = useRef(saved)

  useEffect(() => {
    if (!saved || saved === unchanged.current) return
    resetKeepingEdits({ getValues, setValue, reset }, saved, unchanged.current ?? saved)
    unchanged.current = saved
  }, [saved, getValues, setValue, reset])

  return useCallback((sent: Values) => {
    unchanged.current = sent
  }, [])
}

/** Starts a form from new values, except for the fields that were changed since `sent`. */
export function resetKeepingEdits<Values extends FieldValues>(
  { getValues, setValue, reset }: Pick<UseFormReturn<Values>, 'getValues' | 'setValue' | 'reset'>,
  start: Values,
  sent: Values,
) {
  const typed = getValues()
  // The values stay in their controls, so that the caret of the field being typed in doesn't move.
  reset(start, { keepValues: true })
  for (const name of Object.keys(start) as Path<Values>[])
    setValue(name, typed[name] === sent[name] ? start[name] : typed[name], { shouldDirty: true })
}
