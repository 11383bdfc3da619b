import { z } from 'zod'
import type { Scope } from '#domain/scopes.ts'
import type { ErrorCode } from './errors.ts'
import { id } from './fields.ts'

/**
 * The callers that a call admits. `owner` is the account that the call is about, or an Administrador; the handler
 * checks the account, which may be known only from a row.
 */
export type Access = 'everyone' | 'owner' | 'staff' | 'administrator'

/** The name of a rate limit. The figures are in `server/http/rate-limits.ts`. */
export type Limit =
  | 'login'
  | 'secondFactor'
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
  field: 'photo' | 'files' | 'file' | 'fileExcel'
  kind: 'image' | 'spreadsheet'
  required: boolean
  /** Whether the handler gets an empty file, too, to refuse it with a message of its own. */
  mayBeEmpty?: true
  many?: true
}

/** A call, as data. Server routes, the browser's client, form checks and OpenAPI derive from it. */
export type Call = Route & {
  access: Access
  /** A connected system's key needs one of these scopes; absent: no key may make the call. */
  scopes?: readonly Scope[]
  /**
   * Whether an account with a second factor gives a code again before the call; `others`: only for
   * another account than the session's.
   */
  guarded?: true | 'others'
  /** Whether a session may make the call before its account has set up a required second factor. */
  duringSetUp?: true
  /** Whether a repeated `Idempotency-Key` header gets the first answer. */
  idempotent?: true
  /** The description in OpenAPI, a single sentence. */
  summary: string
  /** The parameters of the path, where they aren't ids ({@link paramsOf}). */
  params?: z.ZodObject
  query?: z.ZodObject
  /** The JSON body; with `upload`, the text fields of a multipart body. */
  body?: z.ZodType
  upload?: Upload
  /** The schema of a JSON answer, or the kind of file that is answered; `events`: a stream of server-sent events. */
  answer: z.ZodType | 'image' | 'spreadsheet' | 'zip' | 'events'
  /** The status of calls that create something; 200 otherwise. */
  status?: 201
  /** Error codes besides those that follow from access, ids, limit and upload (server/http/openapi.ts); absent for none. */
  errors?: readonly ErrorCode[]
  /**
   * The limit on attempts per network address and per account: the session's user, or the body's `email` without a session. The
   * server counts the attempts; handlers do nothing.
   */
  limit?: Limit
}

/** `path` is below `/api`, with `:name` for each parameter. */
type Route<Method extends string = 'GET' | 'POST', Path extends string = string> = {
  method: Method
  path: Path
}

/** The parts of a call besides its route. Only Administradores may make a call that names nobody else. */
type Declared = Omit<Call, keyof Route | 'access'> & { access?: Exclude<Access, 'administrator'> }

type Defined<Text extends string, Rest extends Declared> = Rest &
  (Rest extends { access: Access } ? unknown : { access: 'administrator' }) &
  (Text extends `${infer Method} ${infer Path}` ? Route<Method, Path> : never)

/** Declares a call by its method and path, such as `POST /user/login`, and keeps its exact type. */
export function defineCall<const Text extends `${Route['method']} /${string}`, const Rest extends Declared>(
  route: Text,
  rest: Rest,
): Defined<Text, Rest> {
  const [method, path] = route.split(' ')
  return { access: 'administrator', ...rest, method, path } as unknown as Defined<Text, Rest>
}

type Input<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined
type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

/** The names of a path's parameters. */
type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** The type of the parameters' schema; undefined without any. */
type Params<C extends Call> = C['params'] extends z.ZodType
  ? C['params']
  : [ParamNames<C['path']>] extends [never]
    ? undefined
    : z.ZodObject<Record<ParamNames<C['path']>, typeof id>>

/** The schema of a path's parameters, each an id unless the call says otherwise; undefined without any. */
export function paramsOf({ path, params }: Call): z.ZodObject | undefined {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  if (params || names.length === 0) return params
  return z.object(Object.fromEntries(names.map((name) => [name, id])))
}

type Parts<C extends Call> = Pick<C, 'query' | 'body'> & { params: Params<C> }

/** The parts of a call before parsing, as the client sends them. */
export type CallInput<C extends Call> = {
  [Part in keyof Parts<C> as Parts<C>[Part] extends z.ZodType ? Part : never]: Input<Parts<C>[Part]>
}

/** The parts of a call after parsing, as the handler gets them. */
export type CallOutput<C extends Call> = {
  [Part in keyof Parts<C>]: Output<Parts<C>[Part]>
}

/** The answer of a call: parsed JSON, or a file. */
export type CallAnswer<C extends Call> = C['answer'] extends z.ZodType ? z.output<C['answer']> : Blob
