import { sql } from 'kysely'
import type { DeliveryChoice } from '#contract/delivery-options.ts'
import { communeName } from '#domain/communes.ts'
import type { DeliveryOption } from '#domain/order-price.ts'
import type { Db } from '../../database/schema.ts'
import { isId, Refusal } from '../../refusals/refusal.ts'

/** A delivery option with the fields that an order stores of it. */
export type FoundOption = DeliveryOption & { pickupId: string | null; zoneId: string | null; commune: string }

/**
 * Finds the delivery option that a customer chose.
 *
 * @param cold whether a product needs the cold chain
 * @throws Refusal NO_DELIVERY_THERE when the option is gone or inactive, doesn't reach the commune, or takes no products of the cold chain
 */
export async function findOption(
  database: Db,
  choice: DeliveryChoice,
  { cold }: { cold: boolean },
): Promise<FoundOption> {
  const refused = (message: string) => new Refusal('NO_DELIVERY_THERE', { message })
  if ('pickup' in choice) {
    const pickupId = isId(choice.pickup) ? choice.pickup : null
    const { rows } = await sql<{ name: string }>`
      select name from pickup_points where id = ${pickupId} and active`.execute(database)
    if (!rows[0]) throw refused('Ya no se puede retirar ahí. Elige otra forma de entrega.')
    return { kind: 'pickup', ...rows[0], price: 0, freeFrom: null, pickupId, zoneId: null, commune: '' }
  }
  const { commune } = choice
  const zoneId = isId(choice.zone) ? choice.zone : null
  const { rows } = await sql<{ name: string; price: number; freeFrom: number | null; cold: boolean }>`
    select name, price, free_from as "freeFrom", cold from delivery_zones
    where id = ${zoneId} and active
      and exists (select from zone_communes where zone_id = id and commune = ${commune})`.execute(database)
  if (!rows[0]) throw refused(`No despachamos a ${communeName(commune)}. Elige otra forma de entrega.`)
  const { cold: takesCold, ...zone } = rows[0]
  if (cold && !takesCold)
    throw refused(
      `Un producto de tu carrito viaja refrigerado y no llega a ${communeName(commune)}. Retíralo en la farmacia.`,
    )
  return { kind: 'zone', ...zone, pickupId: null, zoneId, commune }
}
