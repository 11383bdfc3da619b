import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiError } from '../api.ts'
import { notice } from '../ui/notice.tsx'
import { type FieldOfCode, showIssues } from './show-issues.ts'

/**
 * Shows why a submit failed: first an alert dialog with the server's message, then the issues on their fields.
 *
 * @param fieldOfCode see {@link showIssues}
 * @param focus the field to focus when no issue is about a field
 * @throws the error itself when it isn't an ApiError
 */
export async function showSubmitError<Values extends FieldValues>(
  error: unknown,
  form: Pick<UseFormReturn<Values>, 'setError' | 'setFocus' | 'getValues'>,
  { fieldOfCode, focus }: { fieldOfCode?: FieldOfCode<Values>; focus?: Path<Values> } = {},
) {
  if (!(error instanceof ApiError)) throw error
  await notice.error(error.message)
  if (!showIssues(error, form, fieldOfCode) && focus) form.setFocus(focus)
}
