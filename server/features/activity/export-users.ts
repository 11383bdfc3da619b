import { sql } from 'kysely'
import { store } from '#store'
import { BATCH_SIZE, inBatches, mapBatches } from '../../database/in-batches.ts'
import type { Db } from '../../database/schema.ts'
import type { Sheet } from '../../spreadsheets/workbook-stream.ts'
import { INTERESTS } from '../accounts/queries.ts'

const localTime = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone ${sql.lit(store.timeZone)}, 'YYYY-MM-DD HH24:MI')`

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
  { header: 'Respondido', width: 18 },
]

type Row = { id: string; cells: string[] }

/** A condition: rows after the last one, newest first. */
const after = (last: Row | undefined) => (last ? sql`id < ${last.id}` : sql`true`)

/** usersData.xlsx: a sheet of all users and a sheet of all form requests, newest first (docs/product.md#data-export). */
export function usersSheets(database: Db): Sheet[] {
  const users = inBatches<Row>(async (last) => {
    const { rows } = await sql<Row>`
      select id, array[name, lastname, role, email, rut, phone, cellphone, gender, coalesce(birthdate::text, ''),
        array_to_string(${INTERESTS}, ', '),
        ${localTime('created_at')}] as cells
      from users where ${after(last)} order by id desc limit ${BATCH_SIZE}`.execute(database)
    return rows
  })
  const forms = inBatches<Row>(async (last) => {
    const { rows } = await sql<Row>`
      select id, array[fullname, email, case type_form when 'contact' then 'Contacto' else 'Recetario' end, phone, product,
        message, case photo when '' then 'NO' else 'SI' end, ${localTime('created_at')},
        coalesce(${localTime('answered_at')}, '')] as cells
      from form_requests where ${after(last)} order by id desc limit ${BATCH_SIZE}`.execute(database)
    return rows
  })
  const cells = ({ cells }: Row) => cells
  return [
    { name: 'Usuarios', columns: USER_COLUMNS, rows: mapBatches(users, cells) },
    { name: 'Formularios', columns: FORM_COLUMNS, rows: mapBatches(forms, cells) },
  ]
}
