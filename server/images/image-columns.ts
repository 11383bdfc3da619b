import type { Database } from '../database/schema.ts'
import type { ImageKind } from './image-kinds.ts'

/** The column of each kind that has the images' names; an empty name is no image. */
export const imageColumns: Readonly<Record<ImageKind, { table: keyof Database; column: string }>> = {
  product: { table: 'products', column: 'photo' },
  user: { table: 'users', column: 'photo' },
  carousel: { table: 'carousel_images', column: 'photo' },
  prescription: { table: 'form_requests', column: 'photo' },
  proof: { table: 'orders', column: 'payment' },
  'order-prescription': { table: 'order_prescriptions', column: 'photo' },
}
