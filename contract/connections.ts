import { z } from 'zod'
import { SCOPES } from '#domain/scopes.ts'
import { defineCall } from './call.ts'
import { list, message, pageQuery, requiredText } from './fields.ts'

/** Keys with which other systems call the shop. */

const scopes = z
  .array(z.enum(SCOPES))
  .min(1, 'Elige al menos un permiso.')
  .transform((chosen) => SCOPES.filter((scope) => chosen.includes(scope)))

export const keyBody = z.object({
  name: requiredText(80),
  scopes,
  /** ISO instant from which the key is refused. */
  expires: z.iso
    .datetime({ offset: true, error: 'Escribe una fecha válida.' })
    .refine((instant) => Date.parse(instant) > Date.now(), 'La fecha ya pasó.')
    .nullish(),
})

export const keySchema = z.object({
  _id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  /** ISO instants; `lastUsed` is exact to the minute, `expires` null for a key without an end. */
  createdAt: z.string(),
  lastUsed: z.string().nullable(),
  expires: z.string().nullable(),
  revoked: z.boolean(),
})
export type Key = z.infer<typeof keySchema>

export const connectionCalls = {
  createKey: defineCall('POST /connections/keys', {
    guarded: true,
    summary: 'Creates a key for another system. Only this answer has the key.',
    body: keyBody,
    answer: message.extend({ data: z.object({ _id: z.string(), key: z.string() }) }),
    status: 201,
    errors: ['NAME_TAKEN'],
  }),
  listKeys: defineCall('GET /connections/keys', {
    summary: 'Lists the keys, those in force first, then the newest.',
    query: pageQuery,
    answer: list(keySchema),
  }),
  revokeKey: defineCall('POST /connections/keys/:id/revoke', {
    guarded: true,
    summary: 'Revokes a key: its next request is refused.',
    answer: message,
  }),
}
