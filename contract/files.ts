import { z } from 'zod'
import { errors } from './errors.ts'
import { REQUIRED } from './fields.ts'

/** Bytes of one uploaded file (design §3). */
export const MAX_FILE_BYTES = 8 * 1024 * 1024

/**
 * A file that a form is about to send, so that nobody waits for an upload that must fail. What is in it the server finds
 * out by itself.
 */
export const chosenFile = z.file(REQUIRED).max(MAX_FILE_BYTES, errors.TOO_LARGE.message)

/** The same for a form that takes images of any kind. */
export const chosenImage = chosenFile.refine(
  (file) => file.type.startsWith('image/'),
  errors.WRONG_KIND.message,
)
