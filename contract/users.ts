import { z } from 'zod'
import { birthDate, monthNumber } from '#domain/birth-date.ts'
import { GENDERS, ROLES } from '#domain/users.ts'
import { defineCall } from './call.ts'
import {
  data,
  email,
  id,
  letters,
  list,
  message,
  ONLY_DIGITS,
  ONLY_LETTERS,
  optional,
  PASSWORDS_DIFFER,
  pageQuery,
  password,
  phone,
  REQUIRED,
  requiredText,
  rut,
} from './fields.ts'

export const roleSchema = z.enum(ROLES)

const INVALID_EMAIL = 'El correo ingresado no es valido.'
const NO_SUCH_DAY = 'La fecha no existe.'
export const NO_INTERESTS = 'Debe seleccionar al menos una categoria.'

/** The personal fields that registration, profile and invitation share. */
export const personal = {
  name: letters(80, REQUIRED, ONLY_LETTERS),
  last_name: letters(80, REQUIRED, ONLY_LETTERS),
  rut,
  gender: z.enum(GENDERS, REQUIRED),
  phone: phone(REQUIRED, ONLY_DIGITS),
  cellphone: phone(REQUIRED, ONLY_DIGITS),
  email: email(REQUIRED, INVALID_EMAIL),
  /** Interest category names, joined by commas. */
  category: z.string(NO_INTERESTS).trim().min(1, NO_INTERESTS).max(5_000),
}

const part = z.union([z.number(), z.string().trim().min(1, REQUIRED)], REQUIRED)

/**
 * Whether a partly valid body has this field. With it, a rule between two fields runs as soon as both are valid, not only once
 * the whole form is.
 */
const has = (body: unknown, name: string, type: 'string' | 'number') =>
  typeof (body as Record<string, unknown> | undefined)?.[name] === type

const FIRST_BIRTH_YEAR = 1900
const WRONG_YEAR = `Escribe un año entre ${FIRST_BIRTH_YEAR} y el actual.`
const isBirthYear = (year: number) => year >= FIRST_BIRTH_YEAR && year <= new Date().getFullYear()

/** The registration form. */
export const registrationBody = z
  .object({
    ...personal,
    day: part.transform(Number).pipe(z.int(NO_SUCH_DAY).min(1, NO_SUCH_DAY).max(31, NO_SUCH_DAY)),
    /** The month as 1 to 12 or a Spanish name. */
    month: part.transform((value, context) => {
      const month = monthNumber(value)
      if (month === null) context.addIssue({ code: 'custom', message: NO_SUCH_DAY })
      return month ?? z.NEVER
    }),
    year: part.transform(Number).pipe(z.int(WRONG_YEAR).refine(isBirthYear, WRONG_YEAR)),
    password,
    repeat_password: z.string(REQUIRED).min(1, REQUIRED),
  })
  .refine((body) => body.password === body.repeat_password, {
    path: ['repeat_password'],
    message: PASSWORDS_DIFFER,
    when: ({ value }) => has(value, 'password', 'string') && has(value, 'repeat_password', 'string'),
  })
  .refine((body) => birthDate(body.day, body.month, body.year) !== null, {
    path: ['day'],
    message: NO_SUCH_DAY,
    when: ({ value }) => (['day', 'month', 'year'] as const).every((name) => has(value, name, 'number')),
  })

/** Whether the text begins with a date `YYYY-MM-DD` that exists, of a year since 1900. */
const isDay = (value: string) => {
  const [year = 0, month = 0, day = 0] = value.slice(0, 10).split('-').map(Number)
  return isBirthYear(year) && birthDate(day, month, year) !== null
}

/** The text fields of a customer's profile form; the photo is sent beside them. */
export const profileBody = z.object({
  ...personal,
  /** ISO date or instant. Only the first ten characters count, so that no time zone moves the day. */
  birthdate: z
    .string(REQUIRED)
    .max(40, NO_SUCH_DAY)
    .regex(/^\d{4}-\d{2}-\d{2}/, REQUIRED)
    .refine(isDay, NO_SUCH_DAY)
    .transform((value) => value.slice(0, 10)),
  /** An empty text leaves the password unchanged. */
  password: z.union([z.literal(''), password]).optional(),
})

/**
 * The profile form of staff, which requires only name and e-mail. The call checks by this schema; the server then checks a
 * customer's profile by {@link profileBody}.
 */
export const staffProfileBody = profileBody.extend({
  last_name: optional(personal.last_name),
  rut: optional(personal.rut),
  gender: optional(personal.gender),
  phone: optional(personal.phone),
  cellphone: optional(personal.cellphone),
  birthdate: optional(profileBody.shape.birthdate),
  category: z.string().trim().max(5_000).default(''),
})

export const loginBody = z.object({
  email: requiredText(254).transform((value) => value.toLowerCase()),
  password: z.string(REQUIRED).min(1, REQUIRED).max(1_000, 'La contraseña es demasiado larga.'),
})

/** The answer that opens a session. */
export const openedSession = z.object({
  token: z.string(),
  data: z.object({
    _id: z.string(),
    role: roleSchema,
    /** The session opens nothing but the set-up of the second factor. */
    setUp: z.literal(true).optional(),
  }),
})

/** The answer to the right password of an account with a second factor: a ticket for `loginWithCode`, and no token. */
const ticketAnswer = z.object({
  token: z.undefined().optional(),
  data: z.object({ secondFactor: z.literal(true), ticket: z.string() }),
})

const loginAnswer = z.union([openedSession, ticketAnswer])

/** A user's data for the user and administrators, without the password. */
export const userSchema = z.object({
  _id: z.string(),
  name: z.string(),
  lastname: z.string(),
  /** File name below `/api/user/image/`, or empty. */
  photo: z.string(),
  role: roleSchema,
  email: z.string(),
  rut: z.string(),
  phone: z.string(),
  cellphone: z.string(),
  gender: z.string(),
  /** `YYYY-MM-DD`; empty for an administrator created at the start. */
  birthdate: z.string(),
  interests: z.array(z.string()),
})
export type User = z.infer<typeof userSchema>

/** A user as administrators list them. */
export const listedUserSchema = userSchema.extend({
  disabled: z.boolean(),
  /** Whether the account has a second factor. */
  secondFactor: z.boolean(),
  /** ISO instant of the last invitation mail; null once the person has chosen a password, and for a user who was never invited. */
  invitedAt: z.string().nullable(),
})
export type ListedUser = z.infer<typeof listedUserSchema>

/** A customer as administrators list them. */
export const listedClientSchema = listedUserSchema.extend({
  /** The number of the orders that weren't cancelled. */
  orders: z.int(),
  /** ISO instant of the last of them; null without any. */
  lastOrder: z.string().nullable(),
})
export type ListedClient = z.infer<typeof listedClientSchema>

export const userCalls = {
  createClient: defineCall('POST /user/create-client', {
    access: 'everyone',
    summary: 'Registers a customer.',
    body: registrationBody,
    answer: message,
    status: 201,
    errors: ['EMAIL_TAKEN'],
    limit: 'register',
  }),
  updateUser: defineCall('POST /user/update-user/:id', {
    access: 'owner',
    // The handler asks for a code itself where somebody changes their own password or e-mail.
    guarded: 'others',
    summary:
      "Changes a profile. A new password ends the user's other sessions; an empty one leaves it. Staff need only name and e-mail.",
    body: staffProfileBody,
    upload: { field: 'photo', kind: 'image', required: false },
    answer: message,
    errors: ['EMAIL_TAKEN'],
    limit: 'uploads',
  }),
  findUser: defineCall('GET /user/find-user/:id', {
    access: 'owner',
    summary: 'Reads a profile.',
    answer: data(userSchema),
  }),
  login: defineCall('POST /user/login', {
    access: 'everyone',
    summary: 'Opens a session; an account with a second factor gets a ticket instead.',
    body: loginBody,
    answer: loginAnswer,
    errors: ['LOGIN_FAILED'],
    limit: 'login',
  }),
  adminLogin: defineCall('POST /admin/login', {
    access: 'everyone',
    summary: 'Opens a session for staff only; an account with a second factor gets a ticket instead.',
    body: loginBody,
    answer: loginAnswer,
    errors: ['LOGIN_FAILED'],
    limit: 'login',
  }),
  logout: defineCall('POST /user/logout', {
    access: 'owner',
    duringSetUp: true,
    summary: "Ends the session of the request's token.",
    answer: message,
  }),
  listClients: defineCall('GET /user', {
    summary: 'Lists the customers.',
    query: pageQuery,
    answer: list(listedClientSchema),
  }),
  listUsers: defineCall('GET /user/list-users', {
    summary: 'Lists every user.',
    query: pageQuery.extend({
      role: roleSchema.optional(),
      /** A role to leave out. */
      except: roleSchema.optional(),
    }),
    answer: list(listedUserSchema),
  }),
  userImage: defineCall('GET /user/image/:photo', {
    access: 'everyone',
    summary: "A user's photo; user-icon.png is the default one.",
    query: z.object({ width: z.coerce.number().int().optional() }),
    answer: 'image',
  }),
  updateRole: defineCall('POST /admin/update-role', {
    guarded: true,
    summary: "Changes a user's role.",
    body: z.object({ id, role: roleSchema }),
    answer: message,
    errors: ['NOT_FOUND', 'ROLE_LOCKED'],
  }),
}
