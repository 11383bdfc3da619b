import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'

/**
 * Who may make a call (design §2.17). `owner` is the account that the call is about, or an Administrador; the handler checks
 * which account that is, since it may hang on the row.
 */
export type Access = 'everyone' | 'owner' | 'marketing' | 'administrador'

/** A rate limit (docs/product.md#limits). Its figures are in `server/http/rate-limits.ts`. */
export type Limit = 'login' | 'register' | 'recovery' | 'forms' | 'uploads'

/** The file parts of a multipart body. */
export type Upload = {
  field: 'photo' | 'files' | 'fileExcel'
  kind: 'image' | 'spreadsheet'
  required: boolean
  many?: true
}

/** One call of spec §7, as data. Server routes, the browser's client, form checks and OpenAPI derive from it. */
export type Call = {
  method: 'GET' | 'POST'
  /** Below `/api`, with `:name` for each parameter. */
  path: string
  access: Access
  /** One sentence for OpenAPI. */
  summary: string
  params?: z.ZodObject
  query?: z.ZodObject
  /** JSON, or the text fields of a multipart body when `upload` is there. */
  body?: z.ZodType
  upload?: Upload
  /** The answer's JSON, or the kind of file that comes. */
  answer: z.ZodType | 'image' | 'spreadsheet'
  /** 201 for what is created. */
  status?: 201
  /** Beyond bad input, sessions and roles, which every call may answer. */
  errors: readonly ErrorCode[]
  /**
   * Attempts are counted for each network address, and for each account: the session's user, or the `email` of the body
   * where no session is needed. The server counts by itself; handlers do nothing.
   */
  limit?: Limit
}

/** Checks the shape of a call and keeps its exact type. */
export const defineCall = <const C extends Call>(call: C): C => call

type Input<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined
type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

/** What the sender gives: each part before it is parsed. */
export type CallInput<C extends Call> = {
  [Part in 'params' | 'query' | 'body' as C[Part] extends z.ZodType ? Part : never]: Input<C[Part]>
}

/** What the handler gets: each part after it is parsed. */
export type CallOutput<C extends Call> = {
  [Part in 'params' | 'query' | 'body']: Output<C[Part]>
}

/** What comes back. */
export type CallAnswer<C extends Call> = C['answer'] extends z.ZodType ? z.output<C['answer']> : Blob
