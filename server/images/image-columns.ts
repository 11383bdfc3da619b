import type { ImageKind } from './image-kinds.ts'

type ImageColumn = { table: string; column: string }

/** The columns of each kind that have the images' names; an empty name is no image. */
export const imageColumns = {
  product: [{ table: 'products', column: 'photo' }],
  user: [{ table: 'users', column: 'photo' }],
  carousel: [{ table: 'carousel_images', column: 'photo' }],
  prescription: [{ table: 'form_requests', column: 'photo' }],
  proof: [
    { table: 'orders', column: 'payment' },
    { table: 'rejected_proofs', column: 'photo' },
  ],
  'order-prescription': [{ table: 'order_prescriptions', column: 'photo' }],
} as const satisfies Record<ImageKind, readonly ImageColumn[]>
