import { type RawBuilder, sql } from 'kysely'
import type { RegisterFilter, RegisterRow } from '#contract/order-prescriptions.ts'
import { fullRut, readRut } from '#domain/rut.ts'
import { SALE_CONDITION_NAMES } from '#domain/sale-condition.ts'
import { containsText } from '../../../database/like-pattern.ts'
import { eachBatch, type List, listPage, type PageRequest } from '../../../database/list-page.ts'
import type { Db } from '../../../database/schema.ts'
import { localMoment, withinDays } from '../../../database/store-day.ts'
import { type Column, type Sheet, sheetOf } from '../../../spreadsheets/workbook-stream.ts'

const COLUMNS = sql`dispensed_prescriptions.id as "_id", json_build_object('_id', order_id, 'nro_delivery', order_number) as order,
  dispensed_at as date, json_build_object('name', patient_name, 'rut', patient_rut) as patient,
  json_build_object('name', prescriber, 'rut', prescriber_rut) as prescriber, sale_condition as "saleCondition", product, dcm,
  quantity, approved_by as "approvedBy", retained, folio, struck_at as "struckAt"`

/** Rows of the register of dispensed prescriptions, newest first (docs/prescriptions.md#originals-and-register). */
export function listRegister(database: Db, query: PageRequest & RegisterFilter) {
  return listPage<RegisterRow>(database, query, listOf(query))
}

const listOf = (query: RegisterFilter): List => ({
  table: 'dispensed_prescriptions',
  columns: COLUMNS,
  scope: scopeOf(query),
  filters: searchOf(query),
  limitCount: true,
  orderBy: ['dispensed_at', 'id'],
})

const scopeOf = ({ struck, ...days }: RegisterFilter): RawBuilder<unknown>[] => [
  ...withinDays('dispensed_at', days),
  ...(struck ? [] : [sql`struck_at is null`]),
]

/** Searches the digits of a RUT that is written with dots and check digit. */
const searchOf = ({ search }: RegisterFilter) =>
  search ? [containsText('search', readRut(search)?.digits ?? search)] : []

type SheetRow = RegisterRow & { moment: string; struck: string | null }

const rutOf = ({ rut }: { rut: string }) => (/^\d+$/.test(rut) ? fullRut(rut) : rut)

const SHEET_COLUMNS: Column<SheetRow>[] = [
  { header: 'Fecha', width: 17, value: (row) => row.moment },
  { header: 'N° pedido', width: 11, numeric: true, value: (row) => row.order.nro_delivery },
  { header: 'Paciente', width: 28, value: (row) => row.patient.name },
  { header: 'RUT del paciente', width: 16, value: (row) => rutOf(row.patient) },
  { header: 'Prescriptor', width: 28, value: (row) => row.prescriber.name },
  { header: 'RUT del prescriptor', width: 18, value: (row) => rutOf(row.prescriber) },
  { header: 'Condición', width: 16, value: (row) => SALE_CONDITION_NAMES[row.saleCondition] },
  { header: 'Producto', width: 44, value: (row) => row.product },
  { header: 'DCM', width: 44, value: (row) => row.dcm },
  { header: 'Cantidad', width: 10, numeric: true, value: (row) => row.quantity },
  { header: 'Aprobada por', width: 28, value: (row) => row.approvedBy },
  { header: 'Original retenido', width: 16, value: (row) => (row.retained ? 'SI' : 'NO') },
  { header: 'Folio', width: 18, value: (row) => row.folio },
  { header: 'Anulada', width: 17, value: (row) => row.struck ?? '' },
]

/** The register as a sheet, newest first. */
export const registerSheet = (database: Db, filter: RegisterFilter): Sheet =>
  sheetOf(
    'Libro de recetas',
    SHEET_COLUMNS,
    eachBatch<SheetRow>(database, {
      ...listOf(filter),
      columns: sql`${COLUMNS}, ${localMoment('dispensed_at')} as moment, ${localMoment('struck_at')} as struck`,
    }),
  )
