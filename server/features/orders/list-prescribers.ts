import { sql } from 'kysely'
import { readRut } from '#domain/rut.ts'
import { fold } from '#domain/text.ts'
import { likePattern } from '../../database/like-pattern.ts'
import type { Db } from '../../database/schema.ts'

const MAX_PRESCRIBERS = 20

/** Prescribers of earlier approvals, the latest first: all, or those with a RUT or a word of the name that begins with the search. */
export async function listPrescribers(database: Db, search = ''): Promise<{ name: string; rut: string }[]> {
  const word = likePattern(` ${fold(search)}`)
  const digits = readRut(search)?.digits ?? ''
  const { rows } = await sql<{ name: string; rut: string }>`
    select prescriber as name, prescriber_rut as rut from prescription_reviews
    where approved and prescriber <> ''
      and (' ' || fold(prescriber) like ${word} or ${digits !== ''} and starts_with(prescriber_rut, ${digits}))
    group by prescriber, prescriber_rut
    order by max(reviewed_at) desc limit ${sql.lit(MAX_PRESCRIBERS)}`.execute(database)
  return rows
}
