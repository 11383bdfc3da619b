/** Order statuses (spec §9). An administrator moves freely among the three (spec §4). */
export const ORDER_STATUSES = ['pending', 'delivered', 'cancelled'] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/**
 * What a change of status does to the stock (design §2.14): a cancelled order holds none, every other order holds its
 * lines; so stock + held is always what was put in.
 */
export function stockMove(from: OrderStatus, to: OrderStatus): 'release' | 'take' | 'none' {
  if (from !== 'cancelled' && to === 'cancelled') return 'release'
  if (from === 'cancelled' && to !== 'cancelled') return 'take'
  return 'none'
}
