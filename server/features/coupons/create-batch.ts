import { randomInt } from 'node:crypto'
import type { z } from 'zod'
import type { couponBatchBody } from '#contract/coupons.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/schema.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { couponColumns } from './save-coupon.ts'

/** Letters and digits that nobody confuses, without vowels, so that codes spell no words. Six of them make 22⁶ codes, about 113 million. */
const ALPHABET = 'CDFGHJKMNPQRTVWXY34679'
const LENGTH = 6

const randomLetters = () =>
  Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/**
 * Adds coupons with the same rule, all or none. Each code is the prefix and random letters.
 *
 * @throws Refusal BAD_INPUT for a category or a laboratory that doesn't exist
 */
export function createBatch(
  database: Db,
  { fields, actor }: { fields: z.output<typeof couponBatchBody>; actor: Actor },
): Promise<string[]> {
  const { count, prefix, ...rule } = fields
  return inTransaction(database, async (tx) => {
    const columns = await couponColumns(tx, rule)
    const codes: string[] = []
    while (codes.length < count) {
      const wanted = Array.from({ length: count - codes.length }, () => `${prefix}-${randomLetters()}`)
      // Inserts in the order of the index, so that two batches don't deadlock. An existing code is skipped; the next round makes another
      // one.
      const made = await tx
        .insertInto('coupons')
        .values([...new Set(wanted)].sort().map((code) => ({ code, ...columns })))
        .onConflict((conflict) => conflict.column('code').doNothing())
        .returning('code')
        .execute()
      codes.push(...made.map(({ code }) => code))
    }
    await recordAudit(tx, actor, {
      action: 'coupon.batch',
      subject: { kind: 'coupons', id: '', label: `${prefix}-…` },
      after: fields,
    })
    return codes
  })
}
