/** The days after which a customer can be reminded of an order (docs/checkout-and-orders.md#reminders). */
export const REMINDER_DAYS = [15, 30, 60, 90] as const
export type ReminderDays = (typeof REMINDER_DAYS)[number]
