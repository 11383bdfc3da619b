import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type { ApiError } from '../api.ts'

/** Puts the server's words on the fields that they are about, and the focus on the first of them on the screen. */
export function showIssues<Values extends FieldValues>(
  { issues }: ApiError,
  { setError, setFocus, getValues }: Pick<UseFormReturn<Values>, 'setError' | 'setFocus' | 'getValues'>,
): boolean {
  const fields = Object.keys(getValues())
  const known = issues
    .filter(({ path }) => fields.includes(path))
    .sort((one, other) => fields.indexOf(one.path) - fields.indexOf(other.path))
  for (const { path, message } of known) setError(path as Path<Values>, { message })
  if (known[0]) setFocus(known[0].path as Path<Values>)
  return known.length > 0
}
