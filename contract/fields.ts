import { z } from 'zod'
import { readPesos } from '#domain/pesos.ts'
import { readPhone } from '#domain/phone.ts'
import { formatWhole } from '#domain/price.ts'
import { readRut } from '#domain/rut.ts'
import { fold } from '#domain/text.ts'
import { REQUIRED } from './messages.ts'

/** Field rules and messages that several calls and forms share. */

export { REQUIRED }
export const ONLY_DIGITS = 'Solo se permiten numeros.'
export const ONLY_LETTERS = 'Solo se permiten letras y espacios.'
export const WRONG_CHECK_DIGIT = 'El dígito verificador no corresponde a este RUT.'
export const PASSWORD_SHORT = 'La contraseña debe tener al menos 8 caracteres.'
/** The message for a file's assigned columns that aren't valid. */
export const WRONG_COLUMNS = 'Revisa las columnas asignadas.'
export const PASSWORDS_DIFFER = 'Las contraseñas no coinciden.'

/**
 * The query of a public image: the minimum width in pixels, and `avif` for browsers that read AVIF. Until the AVIF is made the
 * answer is WebP.
 */
export const imageQuery = z.object({
  width: z.coerce.number().int().optional(),
  format: z.literal('avif').optional(),
})

/** Letters of any language, hyphen, apostrophe and spaces. */
export const LETTERS = /^[\p{L}\p{M}'’\- ]+$/u
export const DIGITS = /^\d+$/

/** Whether PostgreSQL can store the text: NUL and lone surrogates are refused. */
const storable = (text: string) => !text.includes('\u0000') && text.isWellFormed()

/** Trimmed text of at most `max` characters; may be empty. */
export const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Máximo ${max} caracteres.`)
    .refine(storable, 'El texto tiene caracteres no válidos.')

/** Trimmed text of 1 to `max` characters. */
export const requiredText = (max: number, message = REQUIRED) =>
  z
    .string(message)
    .trim()
    .min(1, message)
    .max(max, `Máximo ${max} caracteres.`)
    .refine(storable, 'El texto tiene caracteres no válidos.')

export const letters = (max: number, required: string, pattern: string) =>
  requiredText(max, required).regex(LETTERS, pattern)

export const digits = (max: number, required: string, pattern: string) =>
  requiredText(max, required).regex(DIGITS, pattern)

/** The digits without the check digit, from a RUT with or without dots and check digit. */
export const rut = z
  .string(REQUIRED)
  .transform((text, context) => {
    const read = readRut(text)
    if (read?.checkDigit !== 'wrong') return read?.digits ?? text
    context.addIssue({ code: 'custom', message: WRONG_CHECK_DIGIT })
    return z.NEVER
  })
  .pipe(digits(12, REQUIRED, ONLY_DIGITS))

/** The digits of a phone number as people write it. */
export const phone = (required: string, pattern: string) =>
  z
    .string(required)
    .transform((text) => readPhone(text) ?? text)
    .pipe(digits(15, required, pattern))

const { source, flags } = z.regexes.email
/**
 * zod's pattern with at most 64 characters before the @, as mail servers take them (RFC 5321). A single pattern, since a check that
 * aborts would also skip the rules between other fields of a form.
 */
const EMAIL = new RegExp(`^(?=[^@]{1,64}@)${source.replace(/^\^/, '')}`, flags)

/** An e-mail address, stored and compared in lower case. */
export const email = (required: string, invalid: string) =>
  requiredText(254, required)
    .transform((value) => value.toLowerCase())
    .pipe(z.email({ pattern: EMAIL, error: invalid }))

/** A password of 8 to 128 characters, not trimmed. */
export const password = z
  .string(REQUIRED)
  .min(1, REQUIRED)
  .min(8, PASSWORD_SHORT)
  .max(128, 'La contraseña debe tener como máximo 128 caracteres.')
  .refine(storable, 'La contraseña tiene caracteres no válidos.')

/** An identifier as a client sends it. A malformed identifier is answered 404, not 400. */
export const id = z.string().min(1).max(200)

/** A boolean, or the text `true` or `false` of a form. Strict, as `Boolean('false')` is true. */
export const booleanField = z.union([
  z.boolean(),
  z.enum(['true', 'false']).transform((value) => value === 'true'),
])

const numeral = (pattern: RegExp, message: string) =>
  z.union([z.number(), z.string().trim().regex(pattern, message).transform(Number)], message)

const WHOLE = 'Escribe un número sin decimales, por ejemplo 1990.'
const tooLarge = (max: number) => `Escribe un número de hasta ${formatWhole(max)}.`

/** A whole number from 0 to `max`, or its digits in a form; `1e2`, `-1` and `1.5` are refused. */
export const wholeNumber = (max: number) =>
  numeral(/^\d{1,12}$/, WHOLE).pipe(z.int(WHOLE).min(0, WHOLE).max(max, tooLarge(max)))

const PERCENT = 'Debe ser un porcentaje entre 0 y 100.'

/** A percentage from 0 to 100 with at most two decimals. */
export const percent = numeral(/^\d{1,3}(\.\d{1,2})?$/, PERCENT).pipe(
  z.number(PERCENT).min(0, PERCENT).max(100, PERCENT).multipleOf(0.01, PERCENT),
)

export const MAX_PRICE = 100_000_000
export const NO_PRICE = 'El precio debe ser mayor que 0.'
const TWO_PRICES = 'Se puede leer de dos maneras. Escribe el precio sin puntos ni comas.'

/** Pesos, as a number or as people write them: `12.990`, `$12990`. */
export const pesos = z
  .union([z.number(), z.string()], WHOLE)
  .transform((value, context) => {
    const read = typeof value === 'string' ? readPesos(value) : { digits: value }
    if (read !== 'ambiguous') return read?.digits ?? value
    context.addIssue({ code: 'custom', message: TWO_PRICES })
    return z.NEVER
  })
  .pipe(wholeNumber(MAX_PRICE))

/** A unit price. A product without a price can't be sold. */
export const price = pesos.refine((pesos) => pesos > 0, NO_PRICE)

/** The most units of a product, in stock or in one change of it. */
export const MAX_STOCK = 1_000_000

/** Units of a product. */
export const units = wholeNumber(MAX_STOCK)

/** A value that may be missing: null, or the empty text of a form. */
export const orNone = <Output>(schema: z.ZodType<Output, string | number | null>) =>
  z
    .union([z.string(), z.number(), z.null()])
    .transform((value) => (value === '' ? null : value))
    .pipe(schema)

/** A name that is sent in comma lists and paths, where `all` stands for every name. */
export const listedName = requiredText(80).refine(
  (name) => fold(name.normalize('NFKC')) !== 'all',
  'Este nombre no se puede usar.',
)

/** `YYYY-MM-DD` in the pharmacy's time zone. */
export const day = z.iso.date().refine((day) => day >= '2000')

/** The query of a list. Without `page` the whole list is answered, up to 1,000 rows. */
export const pageQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).optional(),
  pageSize: z.coerce.number().int().min(1).max(100).optional(),
  search: text(100).optional(),
})

/** The query of a list of names. `order: products` puts the names with most products first; `active` leaves inactive names out. */
export const namesQuery = pageQuery.extend({
  order: z.enum(['name', 'products']).optional(),
  active: booleanField.optional(),
  /** Only those that customers see: active, and no placeholder such as 'SIN CLASIFICAR'. */
  shown: booleanField.optional(),
})

export const data = <Schema extends z.ZodType>(schema: Schema) => z.object({ data: schema })

/**
 * The answer of a list: the rows of the page, and the number of all rows. `more`: a search found more than `total`, which counts
 * no further than 10,000.
 */
export const list = <Schema extends z.ZodType>(row: Schema) =>
  z.object({ data: z.array(row), total: z.int(), more: z.literal(true).optional() })

/** The answer of a command: a Spanish message to show. */
export const message = z.object({ message: z.string() })

/** The answer of a command that creates a row. */
export const created = message.extend({ data: z.object({ _id: z.string() }) })

/** An optional text: absent, empty, or valid by a schema, whose messages it keeps. */
export const optional = <Output>(schema: z.ZodType<Output, string>) =>
  z
    .string()
    .trim()
    .default('')
    .transform((text, context): Output | '' => {
      if (text === '') return ''
      const { data, error } = schema.safeParse(text)
      if (!error) return data
      for (const { message } of error.issues) context.addIssue({ code: 'custom', message })
      return z.NEVER
    })

/** JSON in a text field of a multipart form, of at most `max` characters. */
export const jsonField = <Output>(schema: z.ZodType<Output>, max: number, message: string) =>
  z
    .string()
    .max(max)
    .transform((text, context) => {
      try {
        return JSON.parse(text)
      } catch {
        context.addIssue(message)
        return z.NEVER
      }
    })
    .pipe(schema)
