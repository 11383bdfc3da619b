/** What a connected system may do, beside nothing of a person's without `orders:read` (docs/product.md#connections). */
export const SCOPES = [
  'products:read',
  'products:write',
  'stock:write',
  'orders:read',
  'orders:write',
] as const
export type Scope = (typeof SCOPES)[number]
