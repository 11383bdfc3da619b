import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type { ApiError } from '../../api.ts'

/** Puts the server's words on the fields that they are about, and the focus on the first of them. */
export function showIssues<Values extends FieldValues>(
  { issues }: ApiError,
  { setError, setFocus, getValues }: Pick<UseFormReturn<Values>, 'setError' | 'setFocus' | 'getValues'>,
): boolean {
  const known = issues.filter(({ path }) => path in getValues())
  for (const { path, message } of known) setError(path as Path<Values>, { message })
  if (known[0]) setFocus(known[0].path as Path<Values>)
  return known.length > 0
}
