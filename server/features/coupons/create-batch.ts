import { randomInt } from 'node:crypto'
import type { z } from 'zod'
import type { couponBatchBody } from '#contract/coupons.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/schema.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { columnsOf } from './save-coupon.ts'

/** Letters and digits that nobody takes for each other, without vowels, so that no words come out: 22⁶ codes, some 113 million. */
const ALPHABET = 'CDFGHJKMNPQRTVWXY34679'
const LENGTH = 6

const randomLetters = () =>
  Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/**
 * Adds codes of one rule, each with random letters after the prefix, all or none.
 *
 * @throws Refusal BAD_INPUT for a category or a laboratory that doesn't exist
 */
export function createBatch(
  database: Db,
  { fields, actor }: { fields: z.output<typeof couponBatchBody>; actor: Actor },
): Promise<string[]> {
  const { count, prefix, ...rule } = fields
  return inTransaction(database, async (tx) => {
    const columns = await columnsOf(tx, rule)
    const codes: string[] = []
    while (codes.length < count) {
      const wanted = Array.from({ length: count - codes.length }, () => `${prefix}-${randomLetters()}`)
      // In the order of the index, so that two batches don't wait for each other in a circle. A code that exists is made again.
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
