import type { FastifyRequest } from 'fastify'
import type { Upload } from '#contract/call.ts'
import { REQUIRED } from '#contract/fields.ts'
import { MAX_FILE_BYTES } from '#contract/files.ts'
import { Refusal } from './refusal.ts'

/** Files of one request, where it takes several. */
const MAX_FILES = 10

/** What a form may hold beside its files; the longest field is a message of 5,000 characters. */
const LIMITS = {
  fields: 40,
  fieldNameSize: 100,
  fieldSize: 64 * 1024,
  fileSize: MAX_FILE_BYTES,
  headerPairs: 50,
}

/** One file as it came; its name is never trusted for more than showing. */
export type UploadedFile = { name: string; bytes: Buffer }

/**
 * Reads a multipart body: text fields for the call's schema, and the files of the call's field. Files of other fields are
 * passed over, an empty one counts as none.
 *
 * @throws Refusal TOO_LARGE; WRONG_KIND for another kind of body; BAD_INPUT for a broken one or a missing file
 */
export async function readUpload(request: FastifyRequest, upload: Upload) {
  if (!request.isMultipart()) throw new Refusal('WRONG_KIND', { message: 'Se espera un formulario.' })
  const fields: [string, unknown][] = []
  const files: UploadedFile[] = []
  try {
    const limits = { ...LIMITS, files: upload.many ? MAX_FILES : 1, parts: LIMITS.fields + MAX_FILES }
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') fields.push([part.fieldname, part.value])
      else {
        const bytes = await part.toBuffer()
        if (part.fieldname === upload.field && bytes.length > 0)
          files.push({ name: part.filename ?? '', bytes })
      }
    }
  } catch (error) {
    const status = (error as { statusCode?: number }).statusCode
    throw status === 413 ? new Refusal('TOO_LARGE') : new Refusal('BAD_INPUT')
  }
  if (upload.required && files.length === 0) {
    throw new Refusal('BAD_INPUT', { issues: [{ path: upload.field, message: REQUIRED }] })
  }
  return { fields: Object.fromEntries(fields), files }
}
