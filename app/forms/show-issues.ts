import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type { ErrorCode } from '#contract/errors.ts'
import type { ApiError } from '../api/client.ts'

type Form<Values extends FieldValues> = Pick<UseFormReturn<Values>, 'setError' | 'setFocus' | 'getValues'>

/** Refusal codes that are about one field, such as `{ TOO_LARGE: 'photo' }`. */
export type FieldOfCode<Values extends FieldValues> = { [code in ErrorCode]?: Path<Values> }

/**
 * Shows the server's issues on their fields and focuses the first of these on the screen.
 *
 * @param fieldOfCode for a code in it, the refusal's message is shown on its field in place of the issues
 * @returns whether any issue is about a field of the form
 */
export function showIssues<Values extends FieldValues>(
  { code, message, issues }: Pick<ApiError, 'code' | 'message' | 'issues'>,
  { setError, setFocus, getValues }: Form<Values>,
  fieldOfCode: FieldOfCode<Values> = {},
): boolean {
  const field = fieldOfCode[code]
  const fields = Object.keys(getValues())
  const known = (field ? [{ path: field, message }] : issues)
    .filter(({ path }) => fields.includes(path))
    .sort((one, other) => fields.indexOf(one.path) - fields.indexOf(other.path))
  for (const { path, message } of known) setError(path as Path<Values>, { message })
  if (known[0]) setFocus(known[0].path as Path<Values>)
  return known.length > 0
}
