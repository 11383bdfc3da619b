/** The rights of a connected system's key (docs/product.md#connections). Only `orders:read` shows a person's data. */
export const SCOPES = [
  'products:read',
  'products:write',
  'stock:write',
  'orders:read',
  'orders:write',
] as const
export type Scope = (typeof SCOPES)[number]
