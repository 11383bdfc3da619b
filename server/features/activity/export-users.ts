import { sql } from 'kysely'
import { store } from '#store'
import type { Db } from '../../database/schema.ts'
import { type TextSheet, workbookStream } from '../../spreadsheets/workbook-stream.ts'
import { INTERESTS } from '../accounts/queries.ts'

/** Rows read and written at a time, so that memory stays bounded. */
const BATCH_SIZE = 500

const LOCAL_TIME = sql`to_char(created_at at time zone ${sql.lit(store.timeZone)}, 'YYYY-MM-DD HH24:MI')`

const USER_COLUMNS = [
  { header: 'Nombre', width: 20 },
  { header: 'Apellidos', width: 24 },
  { header: 'Rol', width: 15 },
  { header: 'Correo', width: 30 },
  { header: 'RUT', width: 14 },
  { header: 'Teléfono', width: 15 },
  { header: 'Celular', width: 15 },
  { header: 'Género', width: 12 },
  { header: 'Fecha de nacimiento', width: 20 },
  { header: 'Intereses', width: 40 },
  { header: 'Registrado', width: 18 },
]

const FORM_COLUMNS = [
  { header: 'Nombre completo', width: 28 },
  { header: 'Correo', width: 30 },
  { header: 'Tipo', width: 14 },
  { header: 'Teléfono', width: 15 },
  { header: 'Producto', width: 30 },
  { header: 'Mensaje', width: 60 },
  { header: 'Imagen', width: 10 },
  { header: 'Recibido', width: 18 },
]

/** usersData.xlsx: a sheet of all users and a sheet of all form requests, newest first (docs/product.md#data-export). */
export function exportUsers(database: Db): AsyncGenerator<Uint8Array> {
  const users: TextSheet = {
    name: 'Usuarios',
    columns: USER_COLUMNS,
    rows: inBatches(async (before) => {
      const { rows } = await sql<Batch>`
        select id, array[name, lastname, role, email, rut, phone, cellphone, gender, coalesce(birthdate::text, ''),
          array_to_string(${INTERESTS}, ', '),
          ${LOCAL_TIME}] as cells
        from users where id < ${before} order by id desc limit ${BATCH_SIZE}`.execute(database)
      return rows
    }),
  }
  const forms: TextSheet = {
    name: 'Formularios',
    columns: FORM_COLUMNS,
    rows: inBatches(async (before) => {
      const { rows } = await sql<Batch>`
        select id, array[fullname, email, case type_form when 'contact' then 'Contacto' else 'Recetario' end, phone, product,
          message, case photo when '' then 'NO' else 'SI' end, ${LOCAL_TIME}] as cells
        from form_requests where id < ${before} order by id desc limit ${BATCH_SIZE}`.execute(database)
      return rows
    }),
  }
  return workbookStream([users, forms])
}

type Batch = { id: string; cells: string[] }

async function* inBatches(read: (before: string) => Promise<Batch[]>): AsyncGenerator<string[][]> {
  let before = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
  for (;;) {
    const batch = await read(before)
    yield batch.map(({ cells }) => cells)
    const last = batch.at(-1)
    if (!last || batch.length < BATCH_SIZE) return
    before = last.id
  }
}
