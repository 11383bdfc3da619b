import { z } from 'zod'
import { errors } from './errors.ts'
import { REQUIRED } from './fields.ts'

/** Limit for one uploaded file. */
export const MAX_FILE_BYTES = 8 * 1024 * 1024

/** A file chosen in a form, checked by size before the upload starts. The server checks its content. */
export const chosenFile = z.file(REQUIRED).max(MAX_FILE_BYTES, errors.TOO_LARGE.message)

/** An image file chosen in a form, with the size limit of any file. */
export const chosenImage = chosenFile.refine(
  (file) => file.type.startsWith('image/'),
  errors.WRONG_KIND.message,
)
