import { email as emailField } from '#contract/fields.ts'
import { OperatorError } from '../operator-error.ts'

/** The e-mail argument of a command, in lower case. */
export function readEmail(given: string | undefined, usage: string): string {
  if (!given) throw new OperatorError(usage)
  const message = `${given} no es un correo.\n${usage}`
  const { data } = emailField(message, message).safeParse(given)
  if (!data) throw new OperatorError(message)
  return data
}
