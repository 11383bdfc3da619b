import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useSaved } from './in-modal.ts'
import { useSubmit } from './use-submit.ts'

/**
 * As {@link useSubmit}, for a call after which the modal closes, a toast shows the answer's message, and the screen's data load
 * again.
 *
 * @param title of the toast
 */
export function useSave<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  title: Parameters<ReturnType<typeof useSaved>>[0],
  save: (values: Output) => Promise<{ message: string }>,
  options?: Parameters<typeof useSubmit<Values, Output>>[2],
) {
  const saved = useSaved()
  return useSubmit(form, async (values) => void saved(title, (await save(values)).message), options)
}
