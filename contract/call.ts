import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'

/**
 * Who may make a call (docs/product.md#access). `owner` is the account that the call is about, or an Administrador; the handler
 * checks the account, which may be known only from a row.
 */
export type Access = 'everyone' | 'owner' | 'staff' | 'administrator'

/** A rate limit (docs/product.md#limits). Its figures are in `server/http/rate-limits.ts`. */
export type Limit =
  | 'login'
  | 'register'
  | 'recovery'
  | 'forms'
  | 'alerts'
  | 'uploads'
  | 'export'
  | 'password'
  | 'orders'

/** The file parts of a multipart body. */
export type Upload = {
  field: 'photo' | 'files' | 'fileExcel'
  kind: 'image' | 'spreadsheet'
  required: boolean
  many?: true
}

/** One call (docs/product.md#calls), as data. Server routes, the browser's client, form checks and OpenAPI derive from it. */
export type Call = {
  method: 'GET' | 'POST'
  /** Below `/api`, with `:name` for each parameter. */
  path: string
  access: Access
  /** One sentence for OpenAPI. */
  summary: string
  params?: z.ZodObject
  query?: z.ZodObject
  /** JSON; with `upload`, the text fields of a multipart body. */
  body?: z.ZodType
  upload?: Upload
  /** The schema of a JSON answer, or the kind of file that is answered; `events`: a stream of server-sent events. */
  answer: z.ZodType | 'image' | 'spreadsheet' | 'zip' | 'events'
  /** 201 for calls that create something. */
  status?: 201
  /** Besides bad input, missing sessions and wrong roles, which any call may answer. */
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

/** The parts of a call before parsing, as the client sends them. */
export type CallInput<C extends Call> = {
  [Part in 'params' | 'query' | 'body' as C[Part] extends z.ZodType ? Part : never]: Input<C[Part]>
}

/** The parts of a call after parsing, as the handler gets them. */
export type CallOutput<C extends Call> = {
  [Part in 'params' | 'query' | 'body']: Output<C[Part]>
}

/** The answer of a call: parsed JSON, or a file. */
export type CallAnswer<C extends Call> = C['answer'] extends z.ZodType ? z.output<C['answer']> : Blob
