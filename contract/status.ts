import { z } from 'zod'
import { defineCall } from './call.ts'
import { data } from './fields.ts'

/** The state of the shop for its operator. A value is null where it couldn't be read. */

const instant = z.string()

export const statusWarning = z.object({
  /** `advice`: the shop works, and could work better. `alarm`: somebody has to act. */
  level: z.enum(['advice', 'alarm']),
  code: z.string(),
  /** The problem, and what to do about it. */
  message: z.string(),
})
export type StatusWarning = z.infer<typeof statusWarning>

export const statusSchema = z.object({
  version: z.string(),
  /** Of the server process that answers. */
  uptimeSeconds: z.int(),
  database: z.object({
    bytes: z.int().nullable(),
    /** How far the database's clock is ahead of the server's. */
    clockDifferenceMs: z.int().nullable(),
  }),
  /** The last backup; null before the first. */
  backup: z.object({ at: instant, proved: z.boolean(), error: z.string().optional() }).nullable(),
  disk: z.object({
    freeBytes: z.int().nullable(),
    /** Days until it is full, if it goes on as in the last weeks; null while unknown, or when nothing grows. */
    daysLeft: z.int().nullable(),
  }),
  mail: z
    .object({
      waiting: z.int(),
      oldest: instant.nullable(),
      /** Mails of the last seven days that were given up after all attempts. */
      givenUp: z.int(),
      /** The newest mail that a mail server refused: when it was queued, and why. */
      lastFailure: z.object({ at: instant, error: z.string() }).nullable(),
    })
    .nullable(),
  webhooks: z
    .object({
      waiting: z.int(),
      oldest: instant.nullable(),
      /** Events of the last seven days that were given up. */
      failed: z.int(),
      lastFailure: z.object({ at: instant, error: z.string() }).nullable(),
    })
    .nullable(),
  imports: z
    .object({
      /** Previews that nobody has saved. */
      waiting: z.int(),
      /** The folder that is read, and how many files are in it; null without one. */
      folder: z.string().nullable(),
      files: z.int().nullable(),
    })
    .nullable(),
  /** The certificate of PUBLIC_URL; null without https, or when it can't be read. */
  certificate: z.object({ host: z.string(), ends: instant, daysLeft: z.int() }).nullable(),
  warnings: z.array(statusWarning),
})
export type Status = z.infer<typeof statusSchema>

export const statusCalls = {
  readStatus: defineCall('GET /admin/status', {
    summary: 'The state of the shop: backups, disk, mails, webhooks, imports, certificate, and what to do.',
    answer: data(statusSchema),
  }),
}
