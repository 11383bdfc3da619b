import { z } from 'zod'
import { defineCall } from './call.ts'
import {
  booleanField,
  data,
  email,
  id,
  LETTERS,
  list,
  message,
  ONLY_DIGITS,
  pageQuery,
  phone,
  REQUIRED,
  requiredText,
} from './fields.ts'

export const FORM_TYPES = ['contact', 'prescription-book'] as const

/**
 * The honeypot in place of a captcha, a field that people don't see and leave empty: a request with a value gets the normal
 * answer but isn't saved. Forms keep the field off the screen and out of the tab order, with autocomplete off.
 */
export const HONEYPOT_FIELD = 'website'
export const honeypot = { [HONEYPOT_FIELD]: z.string().max(2_000).optional() }

/** Allowed file names for the prescription's image. The server also checks the content. */
export const PRESCRIPTION_FILE = /\.(jpe?g|png)$/i
export const PRESCRIPTION_FILE_KIND = 'El archivo debe ser .png, .jpg o .jpeg'

const LETTERS_ONLY = 'Debe contener solo letras.'
const SHORT_MESSAGE = 'Debe contener al menos 10 caracteres.'
const SHORT_DESCRIPTION = 'La descripción debe tener al menos 10 caracteres.'

/** Fields that the forms send, but nothing uses. */
const ignored = z.string().max(2_000).optional()

/** The contact form. */
export const contactBody = z.object({
  fullname: requiredText(120).regex(LETTERS, LETTERS_ONLY),
  email: email(REQUIRED, 'El correo ingresado no es valido.'),
  message: requiredText(5_000).min(10, SHORT_MESSAGE),
  typeForm: ignored,
  phone: ignored,
  product: ignored,
  photo: ignored,
  ...honeypot,
})

/** The text fields of the prescription form. */
export const prescriptionBody = z.object({
  fullname: requiredText(120).regex(/^[\p{L}\p{M} ]+$/u, 'Solo se permiten letras y espacios.'),
  phone: phone(REQUIRED, ONLY_DIGITS),
  email: email('Email invalido.', 'Email invalido.'),
  product: requiredText(200),
  message: requiredText(5_000).min(10, SHORT_DESCRIPTION),
  typeForm: ignored,
  ...honeypot,
})

/** A contact or prescription request, as staff read it. */
export const formRequestSchema = z.object({
  _id: z.string(),
  fullname: z.string(),
  email: z.string(),
  typeForm: z.enum(FORM_TYPES),
  product: z.string(),
  message: z.string(),
  /** File name below `/api/prescription-book/image/`; empty for a contact request. */
  photo: z.string(),
  phone: z.string(),
  /** ISO instant. */
  createdAt: z.string(),
  /** ISO instant; null until somebody has answered. */
  answeredAt: z.string().nullable(),
  /** The author of the answer; empty without an answer, and once that account was erased. */
  answeredBy: z.string(),
  /** The number of answers mailed from the back office. */
  answers: z.int(),
})

export type FormRequest = z.infer<typeof formRequestSchema>

/** A mail's subject, without control characters: mail programs show it in one line. */
const SUBJECT = /^\P{Cc}*$/u

/** An answer by mail. */
export const answerBody = z.object({
  subject: requiredText(150).regex(SUBJECT, 'El asunto debe estar en una línea.'),
  message: requiredText(5_000).min(10, SHORT_MESSAGE),
})

/** `queued`: not tried yet; `retrying`: an attempt failed and another one follows; `failed`: no more attempts. */
export const ANSWER_MAIL_STATES = ['queued', 'retrying', 'sent', 'failed'] as const

/** An answer that was mailed. */
export const requestAnswerSchema = z.object({
  _id: z.string(),
  subject: z.string(),
  message: z.string(),
  /** The name of the answer's author; empty once that account was erased. */
  author: z.string(),
  /** ISO instant. */
  createdAt: z.string(),
  delivery: z.enum(ANSWER_MAIL_STATES),
})

export type RequestAnswer = z.infer<typeof requestAnswerSchema>

/** The maximum number of form requests that one call marks. */
const MAX_CHOSEN_REQUESTS = 100

export const requestCalls = {
  listRequests: defineCall('GET /prescription-book', {
    summary: 'Lists the forms that were sent, newest first.',
    query: pageQuery.extend({ typeForm: z.enum(FORM_TYPES).optional(), answered: booleanField.optional() }),
    answer: list(formRequestSchema),
  }),
  markRequest: defineCall('POST /prescription-book/:id/answered', {
    summary: 'Marks a form request as answered, or as unanswered.',
    body: z.object({ answered: booleanField }),
    answer: message.extend({ data: formRequestSchema }),
  }),
  markRequests: defineCall('POST /prescription-book/answered', {
    summary: 'Marks several form requests as answered, all or none.',
    body: z.object({ ids: z.array(id).min(1).max(MAX_CHOSEN_REQUESTS) }),
    answer: message,
    errors: ['NOT_FOUND'],
  }),
  answerRequest: defineCall('POST /prescription-book/:id/answers', {
    idempotent: true,
    summary:
      'Mails an answer to who sent the form, and marks the request as answered. A repeated Idempotency-Key sends it once.',
    body: answerBody,
    answer: message.extend({ data: formRequestSchema }),
    status: 201,
  }),
  listAnswers: defineCall('GET /prescription-book/:id/answers', {
    summary: 'The answers that were mailed to a form request, oldest first.',
    answer: data(z.array(requestAnswerSchema)),
  }),
  createPrescriptionRequest: defineCall('POST /prescription-book/create-prescription-book', {
    access: 'everyone',
    summary: 'Asks for the price of a compounded prescription.',
    body: prescriptionBody,
    upload: { field: 'photo', kind: 'image', required: true },
    answer: message,
    status: 201,
    limit: 'forms',
  }),
  createContactRequest: defineCall('POST /prescription-book/create-contact', {
    access: 'everyone',
    summary: 'Sends a contact message.',
    body: contactBody,
    answer: message,
    status: 201,
    limit: 'forms',
  }),
  prescriptionImage: defineCall('GET /prescription-book/image/:photo', {
    summary: 'The image of a prescription.',
    answer: 'image',
  }),
}
