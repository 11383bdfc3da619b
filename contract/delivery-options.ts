import { z } from 'zod'
import { isCommune } from '#domain/communes.ts'
import { id } from './fields.ts'

/** Ways of delivery (docs/product.md#delivery-options): points to pick orders up, and zones of communes with a price. */

/** What an order or its price names: a pick-up point, or a zone with the commune in it. */
export const deliveryChoice = z.union([
  z.object({ pickup: id }),
  z.object({ zone: id, commune: z.string().refine(isCommune, 'Elige la comuna.') }),
])
export type DeliveryChoice = z.output<typeof deliveryChoice>
