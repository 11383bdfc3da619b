import { z } from 'zod'
import { STAFF_ROLES } from '#domain/users.ts'
import { passwordBody } from './account.ts'
import { defineCall } from './call.ts'
import { data, message, REQUIRED } from './fields.ts'
import { openedSession } from './users.ts'

/** The second factor of staff: an authenticator app's code besides the password. */

/** A code of the app or, except in {@link secondFactorCalls.confirmSecondFactor}, a recovery code. */
const code = z.string(REQUIRED).trim().min(1, REQUIRED).max(100, 'El código es demasiado largo.')

export const codeBody = z.object({ code })
export const passwordAndCodeBody = passwordBody.extend({ code })

export const loginCodeBody = z.object({
  /** The ticket that a login answered. */
  ticket: z.string(REQUIRED).min(1, REQUIRED).max(200),
  code,
  /** Whether this browser's next logins, for 30 days, need no code. */
  remember: z.boolean().default(false),
})

export const requiredRolesBody = z.object({ roles: z.array(z.enum(STAFF_ROLES)) })

export const secondFactorSchema = z.object({
  enabled: z.boolean(),
  /** Whether the Administrador demands it of the account's role. */
  required: z.boolean(),
  /** How many recovery codes are left. */
  recoveryCodes: z.int(),
  /** How many browsers are remembered. */
  devices: z.int(),
})
export type SecondFactor = z.infer<typeof secondFactorSchema>

const recoveryCodes = message.extend({ data: z.object({ recoveryCodes: z.array(z.string()) }) })

export const secondFactorCalls = {
  loginWithCode: defineCall('POST /admin/login/second-factor', {
    access: 'everyone',
    summary: 'Opens the session of a login that answered a ticket.',
    body: loginCodeBody,
    answer: openedSession,
    errors: ['DEAD_TICKET', 'WRONG_CODE'],
    limit: 'secondFactor',
  }),
  getSecondFactor: defineCall('GET /account/second-factor', {
    access: 'staff',
    duringSetUp: true,
    summary: "The state of the session's own second factor.",
    answer: data(secondFactorSchema),
  }),
  startSecondFactor: defineCall('POST /account/second-factor/start', {
    access: 'staff',
    duringSetUp: true,
    summary:
      'Makes the secret of a second factor, which counts once a code of it is confirmed, within an hour.',
    body: passwordBody,
    answer: data(
      z.object({
        /** Base32, to type into the app. */
        secret: z.string(),
        /** The address `otpauth://…` that the QR code holds. */
        uri: z.string(),
        /** An SVG. */
        qr: z.string(),
      }),
    ),
    errors: ['SECOND_FACTOR_ON'],
    limit: 'password',
  }),
  confirmSecondFactor: defineCall('POST /account/second-factor/confirm', {
    access: 'staff',
    duringSetUp: true,
    summary: 'Turns the second factor on by a code of the app. Only this answer has the recovery codes.',
    body: codeBody,
    answer: recoveryCodes,
    errors: ['WRONG_CODE', 'NO_SECOND_FACTOR', 'SECOND_FACTOR_ON'],
    limit: 'secondFactor',
  }),
  disableSecondFactor: defineCall('POST /account/second-factor/disable', {
    access: 'staff',
    summary: "Turns the session's own second factor off; remembered browsers are forgotten.",
    body: passwordAndCodeBody,
    answer: message,
    errors: ['WRONG_CODE', 'NO_SECOND_FACTOR'],
    limit: 'secondFactor',
  }),
  giveCodeAgain: defineCall('POST /account/second-factor/again', {
    access: 'staff',
    summary: 'Opens the guarded calls of the session for 10 minutes.',
    body: codeBody,
    answer: message,
    errors: ['WRONG_CODE', 'NO_SECOND_FACTOR'],
    limit: 'secondFactor',
  }),
  renewRecoveryCodes: defineCall('POST /account/second-factor/recovery-codes', {
    access: 'staff',
    guarded: true,
    summary: 'Replaces the recovery codes by ten new ones, which only this answer has.',
    answer: recoveryCodes,
    errors: ['NO_SECOND_FACTOR'],
  }),
  resetSecondFactor: defineCall('POST /user/:id/second-factor/reset', {
    guarded: true,
    summary: "Turns somebody else's second factor off, ends the sessions and mails the person.",
    answer: message,
    errors: ['ROLE_LOCKED', 'NO_SECOND_FACTOR'],
  }),
  getRequiredRoles: defineCall('GET /admin/second-factor/required', {
    summary: 'The roles whose logins need a second factor.',
    answer: data(requiredRolesBody),
  }),
  requireSecondFactor: defineCall('POST /admin/second-factor/required', {
    guarded: true,
    summary: 'Demands a second factor of roles: their next logins open only the set-up until it is done.',
    body: requiredRolesBody,
    answer: message,
  }),
}
