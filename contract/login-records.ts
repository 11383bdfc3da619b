import { z } from 'zod'
import { defineCall } from './call.ts'
import { list, pageQuery } from './fields.ts'
import { roleSchema } from './users.ts'

/** A record of a login. */
export const loginRecordSchema = z.object({
  name: z.string(),
  email: z.string(),
  role: roleSchema,
  /** ISO instant. */
  createdAt: z.string(),
})

export const loginRecordCalls = {
  listLoginRecords: defineCall('GET /admin/list-users-activity', {
    summary: 'Lists the logins, newest first.',
    query: pageQuery,
    answer: list(loginRecordSchema),
  }),
  exportUsers: defineCall('GET /admin/export-users', {
    guarded: true,
    summary: 'A workbook of the users and of the forms sent.',
    answer: 'spreadsheet',
  }),
}
