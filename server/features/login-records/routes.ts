import { loginRecordCalls } from '#contract/login-records.ts'
import { sendWorkbook } from '../../http/send-workbook.ts'
import type { Serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { recordDownload } from '../audit/record-audit.ts'
import { usersSheets } from './export-users.ts'
import { listLoginRecords } from './queries.ts'

const EXPORT_NAME = 'usersData.xlsx'

/** The calls for logins and for the export of users and form requests. */
export function loginRecordRoutes(serve: Serve, { database }: Services) {
  serve(loginRecordCalls.listLoginRecords, ({ query }) => listLoginRecords(database, query))

  serve(loginRecordCalls.exportUsers, async ({ actor, reply }) => {
    await recordDownload(database, actor, { action: 'users.export', name: EXPORT_NAME })
    return sendWorkbook(reply, EXPORT_NAME, ...usersSheets(database))
  })
}
