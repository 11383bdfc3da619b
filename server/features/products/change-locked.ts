import type { Tx } from '../../database/schema.ts'
import type { Actor } from '../audit/record-audit.ts'
import type { LotChange, NamedLot } from '../stock/lots.ts'
import { type Move, recordStock } from '../stock/move-stock.ts'
import { readProductFields, recordUpdated } from './audit-products.ts'
import { holdProducts } from './hold-products.ts'

/**
 * Runs `write`, which changes locked products, and does what follows from every such change: the movements of their stock, their holds and
 * their audit entries.
 *
 * @param lots the changes of lots that `moveLots` has made already
 * @returns the units taken from lots, where the stock is below their sum
 */
export async function changeLocked(
  tx: Tx,
  ids: readonly string[],
  { actor, ...move }: Move & { actor: Actor },
  write: (before: Awaited<ReturnType<typeof readProductFields>>) => Promise<unknown>,
  lots: readonly LotChange[] = [],
): Promise<NamedLot[]> {
  const before = await readProductFields(tx, ids)
  await write(before)
  const lowered = await recordStock(tx, before, { ...move, actor }, lots)
  await holdProducts(tx, ids)
  await recordUpdated(tx, actor, before)
  return lowered
}
