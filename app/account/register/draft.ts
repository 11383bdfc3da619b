import type { Path, UseFormGetValues, UseFormSetValue } from 'react-hook-form'
import type { z } from 'zod'
import type { registrationBody } from '#contract/users.ts'

export type Registration = z.input<typeof registrationBody>

const KEY = 'registro'

/** Keeps what was typed while this tab lives, so that a reload costs nobody a long form. Never the passwords. */
export function keepDraft({ password, repeat_password, ...open }: Partial<Registration>) {
  sessionStorage.setItem(KEY, JSON.stringify(open))
}

export const dropDraft = () => sessionStorage.removeItem(KEY)

/** Puts the draft back wherever the form is still empty. */
export function restoreDraft(
  getValues: UseFormGetValues<Registration>,
  setValue: UseFormSetValue<Registration>,
) {
  for (const [name, value] of Object.entries(readDraft())) {
    const path = name as Path<Registration>
    if (typeof value === 'string' && value && !getValues(path)) setValue(path, value)
  }
}

function readDraft(): object {
  try {
    const draft: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '{}')
    return typeof draft === 'object' && draft !== null ? draft : {}
  } catch {
    return {}
  }
}
