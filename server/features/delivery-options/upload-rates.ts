import { sql } from 'kysely'
import type { RatesPlan } from '#contract/delivery-rates.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { displayName } from '../../files/display-name.ts'
import type { UploadedFile } from '../../http/uploads.ts'
import { Refusal, refusalAt } from '../../refusals/refusal.ts'
import { oneAtATime, readTable } from '../../tables/read-table.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { listOptions } from './list-options.ts'
import { planRates } from './plan-rates.ts'
import type { Rates } from './read-rates.ts'
import { insertZone, lockZones, writeZone } from './save-zone.ts'

const READER = new URL('./read-rates.ts', import.meta.url)

const oneUploadAtATime = oneAtATime(
  () =>
    new Refusal('TOO_MANY', {
      message: 'Ya se está leyendo otra planilla de tarifas. Espera a que termine.',
      retryAfter: 5,
    }),
)

type Upload = {
  file: UploadedFile
  /** The version of the plan to save; undefined for a preview. */
  version: string | undefined
  actor: Actor
  /** Called with the error when a file crashes its process. */
  onCrash: (error: unknown) => void
}

/**
 * Reads a workbook of rates, one row for each commune, and plans the zones that it makes. Saves them if the plan still has the given
 * `version`.
 *
 * @throws Refusal BAD_INPUT; LIST_CHANGED when the plan has another version; TOO_MANY while another file is read
 */
export const uploadRates = (database: Db, { file, version, actor, onCrash }: Upload): Promise<RatesPlan> =>
  oneUploadAtATime(database, async () => {
    const rates = await readFile(file.bytes, onCrash)
    if (version === undefined)
      return planRates(rates, (await listOptions(database, { includeInactive: true })).zones)
    return inTransaction(database, async (tx) => {
      await lockZones(tx)
      const plan = planRates(rates, (await listOptions(tx, { includeInactive: true })).zones)
      if (plan.version !== version)
        throw new Refusal('LIST_CHANGED', {
          message: 'Las zonas cambiaron desde la revisión. Revisa los cambios y guarda nuevamente.',
        })
      await savePlan(tx, plan, { fileName: displayName(file.name, 'Tarifas'), actor })
      return plan
    })
  })

async function readFile(bytes: Buffer, onCrash: (error: unknown) => void): Promise<Rates> {
  let rates: Rates | undefined
  const onPart = (part: Rates) => {
    rates = part
  }
  const refuse = (message: string) => refusalAt('BAD_INPUT', 'file', message)
  await readTable(READER, { bytes }, { onPart, onCrash, refuse })
  return rates!
}

/** Saves a plan. The communes leave all changed zones first, so that no commune is in two active zones in between. */
async function savePlan(
  tx: Tx,
  { zones }: RatesPlan,
  { fileName, actor }: { fileName: string; actor: Actor },
) {
  const ids = zones.flatMap(({ id }) => id ?? [])
  await sql`delete from zone_communes where zone_id = any(${ids}::uuid[])`.execute(tx)
  for (const { id, before, after } of zones) {
    if (id && before) await writeZone(tx, id, { before, change: after, actor })
    else await insertZone(tx, { fields: { ...after, cold: false }, actor })
  }
  const created = zones.filter(({ id }) => id === null).length
  await recordAudit(tx, actor, {
    action: 'delivery.rates',
    subject: { kind: 'delivery', id: '', label: fileName },
    after: { created, updated: zones.length - created },
  })
}
