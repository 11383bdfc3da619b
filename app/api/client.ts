import { calls } from 'virtual:calls'
import { createContext } from 'react-router'
import type { Call, CallAnswer, CallInput } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { UNAVAILABLE_MESSAGE } from '#contract/messages.ts'
import type { RefusalData } from '#contract/refusal-data.ts'
import { expireSession, readSession } from '../session/session.ts'

export type ApiRequest = {
  method: 'GET' | 'POST'
  path: string
  params: Record<string, string>
  query: Record<string, string>
  body?: unknown
  headers: Record<string, string>
  signal?: AbortSignal
  /** Whether the request outlives the page. */
  keepalive?: boolean
}
/** `body` is JSON, or a Blob when the answer is a file. */
export type ApiResponse = { status: number; body: unknown }
export type Transport = (request: ApiRequest) => Promise<ApiResponse>

type RequestOptions = { headers?: Record<string, string>; signal?: AbortSignal; keepalive?: boolean }
/** The input of a call. Calls that take files get a form in place of the body. */
type Input<C extends Call> = C extends { upload: object }
  ? Omit<CallInput<C>, 'body'> & { form: FormData }
  : CallInput<C>

/** A function for each call of the contract. It resolves to the call's answer or throws an {@link ApiError}. */
export type Api = {
  [Name in keyof Calls]: (
    ...input: Partial<Input<Calls[Name]>> extends Input<Calls[Name]>
      ? [input?: Input<Calls[Name]> & RequestOptions]
      : [input: Input<Calls[Name]> & RequestOptions]
  ) => Promise<CallAnswer<Calls[Name]>>
}

/** A refusal by the server, or no network (`status` 0). `message` is shown on the screen. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode
  readonly issues: { path: string; message: string }[]
  readonly #data: unknown

  constructor(status: number, body: unknown) {
    const { message, code, issues, data } = (body ?? {}) as Partial<ApiError & { data: unknown }>
    super(message ?? UNAVAILABLE_MESSAGE)
    this.status = status
    this.code = code ?? 'UNAVAILABLE'
    this.issues = issues ?? []
    this.#data = data
  }

  /** The data of a refusal with this code, such as the current lines of a cart; undefined for another refusal. */
  dataOf<Code extends keyof RefusalData>(code: Code): RefusalData[Code] | undefined {
    return this.code === code ? (this.#data as RefusalData[Code]) : undefined
  }
}

/** Decides about an answer 409: returns it, or the answer to the `repeat`ed call. */
type SettleConflict = (answer: ApiResponse, repeat: () => Promise<ApiResponse>) => Promise<ApiResponse>
let settleConflict: SettleConflict | undefined

/** Sets what happens after an answer 409, before the caller gets it (account/second-factor/ask-code.ts). */
export const onConflict = (settle: SettleConflict) => {
  settleConflict = settle
}

type UntypedInput = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  form?: FormData
} & RequestOptions

const routes = { ...calls }

/** Adds the calls that the first page load leaves out (require-role.ts). */
export const addCalls = (more: typeof calls) => void Object.assign(routes, more)

export function createApi(transport: Transport): Api {
  const send = async (
    name: string,
    { params, query, body, form, headers, ...options }: UntypedInput = {},
  ) => {
    const [method, path] = routes[name]!.split(' ') as ['GET' | 'POST', string]
    const answer = await transport({
      ...{ method, path, params: toTexts(params), query: toTexts(query) },
      ...{ body: form ?? body, headers: headers ?? {} },
      ...options,
    })
    if (answer.status >= 400 || answer.status === 0) throw new ApiError(answer.status, answer.body)
    return answer.body
  }
  const client: unknown = new Proxy(
    {},
    { get: (_, name) => (input?: UntypedInput) => send(String(name), input) },
  )
  return client as Api
}

const toTexts = (parameters: Record<string, unknown> = {}) =>
  Object.fromEntries(
    Object.entries(parameters)
      .filter(([, value]) => value !== undefined && value !== '')
      .map(([name, value]) => [name, String(value)]),
  )

/** The address of a request, without scheme and host. */
export function urlOf({ path, params, query }: ApiRequest): string {
  const pathname = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams(query).toString()
  return `/api${pathname}${search && `?${search}`}`
}

/** The client that loaders use on the server. `server/pages/renderer.ts` provides it. */
export const apiContext = createContext<Api>()

const cookie = (name: string) =>
  document.cookie
    .split('; ')
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)

/** Headers of every call that the browser makes: the session's token and the CSRF token. */
export function browserHeaders(method: string): Record<string, string> {
  const session = readSession()
  const xsrf = cookie('XSRF-TOKEN')
  return {
    ...(session && { 'x-access-token': session.token }),
    ...(method !== 'GET' && xsrf && { 'X-XSRF-TOKEN': decodeURIComponent(xsrf) }),
  }
}

export const offlineResponse: ApiResponse = {
  status: 0,
  body: { message: 'No hay conexión con la farmacia. Revisa tu conexión a internet e intenta nuevamente.' },
}

async function sendByFetch(request: ApiRequest): Promise<ApiResponse> {
  const answer = await fetchAnswer(request)
  return answer.status === 409 && settleConflict ? settleConflict(answer, () => sendByFetch(request)) : answer
}

async function fetchAnswer(request: ApiRequest): Promise<ApiResponse> {
  const { method, body, headers, signal, keepalive } = request
  const json = body !== undefined && !(body instanceof FormData)
  const response = await fetch(urlOf(request), {
    method,
    signal,
    keepalive,
    headers: {
      ...browserHeaders(method),
      ...(json && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: json ? JSON.stringify(body) : (body as FormData | undefined),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    return null
  })
  if (!response) return offlineResponse
  if (response.status === 401 || response.status === 403) await expireSession()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  const { status } = response
  const content: Promise<unknown> = isJson ? response.json() : response.blob()
  // The connection can break while a long answer arrives.
  return content.then(
    (content) => ({ status, body: content }),
    (error: unknown) => {
      if (signal?.aborted) throw error
      return offlineResponse
    },
  )
}

export const browserApi = createApi(sendByFetch)
