import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import type { Upload } from '#contract/call.ts'
import { REQUIRED } from '#contract/fields.ts'
import { MAX_FILE_BYTES } from '#contract/files.ts'
import { invalidField, Refusal } from '../refusals/refusal.ts'

/** The most files of a request, for calls that take several. */
const MAX_FILES = 10

/** Limits of a multipart body. The longest field is a message of 5,000 characters. */
const LIMITS = {
  fields: 40,
  fieldNameSize: 100,
  fieldSize: 64 * 1024,
  fileSize: MAX_FILE_BYTES,
  headerPairs: 50,
}

/** An uploaded file. The name is untrusted: use it for display only. */
export type UploadedFile = { name: string; bytes: Buffer }

const MULTIPART = 'multipart/form-data'

/** Leaves forms unread at calls without files. Such a call gets no body, so a call that needs a body refuses the request. */
export function leaveFormsUnread(app: FastifyInstance) {
  app.addContentTypeParser(MULTIPART, (_request, _payload, done) => done(null))
}

/** Registers a route for forms with files in a separate scope, so that other requests don't pass the plugin's hooks. */
export function routeUpload(app: FastifyInstance, route: RouteOptions) {
  app.register(async (scope) => {
    scope.removeContentTypeParser(MULTIPART)
    await scope.register(multipart)
    scope.route(route)
  })
}

/**
 * Reads a multipart body: the text fields, and the files of the call's field. Files of other fields are ignored, and so are empty files
 * unless the call takes them.
 *
 * @throws Refusal TOO_LARGE; WRONG_KIND for another content type; BAD_INPUT for a malformed body or a missing file
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
        // When no file was chosen, a browser sends an empty file without a name.
        const isFile = bytes.length > 0 || (upload.mayBeEmpty && part.filename)
        if (part.fieldname === upload.field && isFile) files.push({ name: part.filename ?? '', bytes })
      }
    }
  } catch (error) {
    const status = (error as { statusCode?: number }).statusCode
    throw status === 413 ? new Refusal('TOO_LARGE') : new Refusal('BAD_INPUT')
  } finally {
    // Discards the rest of the body after the form's end or refusal; until then the connection can't take another request.
    request.raw.unpipe()
    request.raw.resume()
  }
  if (upload.required && files.length === 0) throw invalidField(upload.field, REQUIRED)
  return { fields: Object.fromEntries(fields), files }
}
