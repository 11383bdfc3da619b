import { z } from 'zod'
import { STAFF_ROLES } from '#domain/users.ts'
import { defineCall } from './call.ts'
import { booleanField, message, optional, REQUIRED } from './fields.ts'
import { personal } from './users.ts'

/** The invitation of a staff member. */
export const invitationBody = z.object({
  name: personal.name,
  last_name: optional(personal.last_name),
  email: personal.email,
  role: z.enum(STAFF_ROLES, REQUIRED),
})

export const staffCalls = {
  inviteStaff: defineCall('POST /user/staff', {
    guarded: true,
    summary: 'Creates an account of the staff and mails the link to choose its password.',
    body: invitationBody,
    answer: message,
    status: 201,
    errors: ['EMAIL_TAKEN', 'TOO_MANY'],
  }),
  resendInvitation: defineCall('POST /user/:id/invitation', {
    guarded: true,
    summary: 'Mails the link to choose a password again; the earlier one is void.',
    answer: message,
    errors: ['NOT_INVITED'],
  }),
  setAccountDisabled: defineCall('POST /user/:id/disabled', {
    guarded: true,
    summary: 'Disables an account, whose sessions end at once, or enables it again.',
    body: z.object({ disabled: booleanField }),
    answer: message,
    errors: ['ROLE_LOCKED'],
  }),
}
