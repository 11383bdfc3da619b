/** The rights of a connected system's key (docs/connections.md#keys). Only `orders:read` shows a person's data. */
export const SCOPES = [
  'products:read',
  'products:write',
  'stock:write',
  'orders:read',
  'orders:write',
] as const
export type Scope = (typeof SCOPES)[number]
