import { z } from 'zod'
import { REMINDER_DAYS } from '#domain/reminder.ts'
import { defineCall } from './call.ts'
import { message, REQUIRED } from './fields.ts'

/** Reminders of orders. */
export const reminderCalls = {
  setReminder: defineCall('POST /cart/order/:id/reminder', {
    access: 'owner',
    summary:
      "Mails a reminder of the session's own order in so many days; it replaces the order's earlier one.",
    body: z.object({ days: z.literal(REMINDER_DAYS, REQUIRED) }),
    answer: message,
  }),
  cancelReminder: defineCall('POST /cart/order/:id/reminder/cancel', {
    access: 'owner',
    summary: "Cancels the reminder of the session's own order, if it has one.",
    answer: message,
  }),
  cancelReminders: defineCall('POST /account/reminders/:token/cancel', {
    access: 'everyone',
    summary: 'Cancels all reminders of an account, with the link from the mail of one.',
    params: z.object({ token: z.string().max(200) }),
    answer: message,
    errors: ['DEAD_LINK'],
    limit: 'recovery',
  }),
}
