import { z } from 'zod'
import { defineCall } from './call.ts'
import { email, message, PASSWORD_SHORT, PASSWORDS_DIFFER, password, REQUIRED } from './fields.ts'

/** The form of password recovery that asks for a link by e-mail. */
export const forgotPasswordBody = z.object({ email: email(REQUIRED, 'El email no es valido.') })

export const resetPasswordBody = z
  .object({ password, confirmPassword: z.string(REQUIRED).min(1, REQUIRED).min(8, PASSWORD_SHORT) })
  .refine((body) => body.password === body.confirmPassword, {
    path: ['confirmPassword'],
    message: PASSWORDS_DIFFER,
  })

/** The password, asked again before the account is erased and before a second factor is set up. */
export const passwordBody = z.object({
  password: z.string(REQUIRED).min(1, REQUIRED).max(1_000, 'La contraseña es demasiado larga.'),
})

export const accountCalls = {
  forgotPassword: defineCall('POST /account/forgot-password', {
    access: 'everyone',
    summary: 'Mails a link for a new password; the answer is the same whether the address exists or not.',
    body: forgotPasswordBody,
    answer: message,
    limit: 'recovery',
  }),
  resetPassword: defineCall('POST /account/reset-password/:token', {
    access: 'everyone',
    summary: 'Sets a new password with the link from the mail.',
    params: z.object({ token: z.string().max(200) }),
    body: resetPasswordBody,
    answer: message,
    errors: ['DEAD_LINK'],
    limit: 'recovery',
  }),
  exportAccount: defineCall('GET /account/export', {
    access: 'owner',
    guarded: true,
    summary: "A zip of the session's user: datos.json and the images. Only what belongs to the account.",
    answer: 'zip',
    limit: 'export',
  }),
  eraseAccount: defineCall('POST /account/erase', {
    access: 'owner',
    summary:
      "Erases the session's user, a customer, and ends the sessions. Orders stay without the person's details.",
    body: passwordBody,
    answer: message,
    errors: ['ROLE_LOCKED', 'ORDER_PENDING'],
    limit: 'password',
  }),
}
