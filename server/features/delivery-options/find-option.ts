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
  return 'pickup' in choice ? findPickup(database, choice.pickup) : findZone(database, choice, cold)
}

async function findPickup(database: Db, id: string): Promise<FoundOption> {
  const point = isId(id)
    ? await database
        .selectFrom('pickup_points')
        .select('name')
        .where('id', '=', id)
        .where('active', '=', true)
        .executeTakeFirst()
    : undefined
  if (!point)
    throw new Refusal('NO_DELIVERY_THERE', {
      message: 'Ya no se puede retirar ahí. Elige otra forma de entrega.',
    })
  const { name } = point
  return { kind: 'pickup', name, price: 0, freeFrom: null, pickupId: id, zoneId: null, commune: '' }
}

async function findZone(
  database: Db,
  { zone, commune }: { zone: string; commune: string },
  cold: boolean,
): Promise<FoundOption> {
  const { rows } = await sql<{ name: string; price: number; freeFrom: number | null; cold: boolean }>`
    select name, price, free_from as "freeFrom", cold from delivery_zones
    where id = ${isId(zone) ? zone : null} and active
      and exists (select from zone_communes where zone_id = id and commune = ${commune})`.execute(database)
  const found = rows[0]
  if (!found)
    throw new Refusal('NO_DELIVERY_THERE', {
      message: `No despachamos a ${communeName(commune)}. Elige otra forma de entrega.`,
    })
  if (cold && !found.cold)
    throw new Refusal('NO_DELIVERY_THERE', {
      message: `Un producto de tu carrito viaja refrigerado y no llega a ${communeName(commune)}. Retíralo en la farmacia.`,
    })
  const { name, price, freeFrom } = found
  return { kind: 'zone', name, price, freeFrom, pickupId: null, zoneId: zone, commune }
}
