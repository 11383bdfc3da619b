import type { CartLine } from '#contract/cart.ts'
import { Refusal } from '../../refusals/refusal.ts'

/**
 * Refuses lines that aren't sold online (docs/product.md#condition-of-sale).
 *
 * @throws Refusal SALE_IN_PERSON, CONDITION_UNKNOWN
 */
export function checkConditions(lines: readonly Pick<CartLine, 'name' | 'saleCondition' | 'held'>[]) {
  const inPerson = lines.find(({ saleCondition }) => saleCondition === 'check')
  if (inPerson)
    throw new Refusal('SALE_IN_PERSON', {
      message: `${inPerson.name} se vende con receta cheque, solo en la farmacia.`,
    })
  const held = lines.find((line) => line.held)
  if (held)
    throw new Refusal('CONDITION_UNKNOWN', {
      message: `${held.name} no está a la venta por ahora. Consulta en la farmacia.`,
    })
}
