import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { today } from '#contract/store-day.ts'
import type { Days } from '../database/store-day.ts'
import { type Sheet, workbookStream } from '../spreadsheets/workbook-stream.ts'

/** The media type of a workbook. */
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/**
 * The name of a downloaded workbook with its days, `ventas-2026-11-01-a-2026-11-30.xlsx`, or with the day in the pharmacy's time zone,
 * `productos-2026-11-21.xlsx`.
 */
export const datedName = (what: string, { from, to }: Days = {}) =>
  `${what}-${from && to ? `${from}-a-${to}` : today()}.xlsx`

/** Sends a workbook while its rows are read. */
export const sendWorkbook = (reply: FastifyReply, name: string, ...sheets: Sheet[]): FastifyReply =>
  reply
    .type(XLSX)
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'private, no-store')
    .send(Readable.from(workbookStream(sheets), { objectMode: false }))
