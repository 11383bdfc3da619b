import { type Selectable, sql } from 'kysely'
import { eachBatch } from '../../database/list-page.ts'
import type { Database, Db } from '../../database/schema.ts'
import { localMoment } from '../../database/store-day.ts'
import { type Column, type Sheet, sheetOf } from '../../spreadsheets/workbook-stream.ts'
import { INTERESTS } from '../accounts/users.ts'

type UserRow = Pick<
  Selectable<Database['users']>,
  'id' | 'name' | 'lastname' | 'role' | 'email' | 'rut' | 'phone' | 'cellphone' | 'gender' | 'birthdate'
> & { interests: string[]; registered: string }

type FormRow = Pick<
  Selectable<Database['form_requests']>,
  'id' | 'fullname' | 'email' | 'type_form' | 'phone' | 'product' | 'message' | 'photo'
> & { received: string; answered: string | null }

const USER_COLUMNS: Column<UserRow>[] = [
  { header: 'Nombre', width: 20, value: (row) => row.name },
  { header: 'Apellidos', width: 24, value: (row) => row.lastname },
  { header: 'Rol', width: 15, value: (row) => row.role },
  { header: 'Correo', width: 30, value: (row) => row.email },
  { header: 'RUT', width: 14, value: (row) => row.rut },
  { header: 'Teléfono', width: 15, value: (row) => row.phone },
  { header: 'Celular', width: 15, value: (row) => row.cellphone },
  { header: 'Género', width: 12, value: (row) => row.gender },
  { header: 'Fecha de nacimiento', width: 20, value: (row) => row.birthdate ?? '' },
  { header: 'Intereses', width: 40, value: (row) => row.interests.join(', ') },
  { header: 'Registrado', width: 18, value: (row) => row.registered },
]

const FORM_COLUMNS: Column<FormRow>[] = [
  { header: 'Nombre completo', width: 28, value: (row) => row.fullname },
  { header: 'Correo', width: 30, value: (row) => row.email },
  { header: 'Tipo', width: 14, value: (row) => (row.type_form === 'contact' ? 'Contacto' : 'Recetario') },
  { header: 'Teléfono', width: 15, value: (row) => row.phone },
  { header: 'Producto', width: 30, value: (row) => row.product },
  { header: 'Mensaje', width: 60, value: (row) => row.message },
  { header: 'Imagen', width: 10, value: (row) => (row.photo ? 'SI' : 'NO') },
  { header: 'Recibido', width: 18, value: (row) => row.received },
  { header: 'Respondido', width: 18, value: (row) => row.answered ?? '' },
]

const USER_FIELDS = sql`id, name, lastname, role, email, rut, phone, cellphone, gender, birthdate::text,
  ${INTERESTS} as interests, ${localMoment('created_at')} as registered`
const FORM_FIELDS = sql`id, fullname, email, type_form, phone, product, message, photo,
  ${localMoment('created_at')} as received, ${localMoment('answered_at')} as answered`

/** usersData.xlsx: a sheet of all users and a sheet of all form requests, newest first (docs/imports.md#out). */
export const usersSheets = (database: Db): Sheet[] => [
  sheetOf('Usuarios', USER_COLUMNS, eachBatch<UserRow>(database, { table: 'users', columns: USER_FIELDS })),
  sheetOf(
    'Formularios',
    FORM_COLUMNS,
    eachBatch<FormRow>(database, { table: 'form_requests', columns: FORM_FIELDS }),
  ),
]
