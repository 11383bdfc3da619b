import { calls } from 'virtual:calls'
import { createContext } from 'react-router'
import type { Call, CallAnswer, CallInput } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { UNAVAILABLE_MESSAGE } from '#contract/messages.ts'
import { expireSession, readSession } from '../session/session.ts'

/** The HTTP request of a call, without scheme and host. */
export type ApiRequest = {
  method: 'GET' | 'POST'
  url: string
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
  /** The data of some refusals, for example the current lines of a cart. */
  readonly data: unknown

  constructor(status: number, body: unknown) {
    const { message, code, issues, data } = (body ?? {}) as Partial<ApiError>
    super(message ?? UNAVAILABLE_MESSAGE)
    this.status = status
    this.code = code ?? 'UNAVAILABLE'
    this.issues = issues ?? []
    this.data = data
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

/** Adds the calls that the first page load leaves out (staff-calls.ts). */
export const addCalls = (more: typeof calls) => void Object.assign(routes, more)

/** Makes a client for the calls of the contract. */
export function createApi(transport: Transport): Api {
  const send = async (
    name: string,
    { params, query, body, form, headers, ...options }: UntypedInput = {},
  ) => {
    const [method, path] = routes[name]!.split(' ') as ['GET' | 'POST', string]
    const pathname = path.replace(/:(\w+)/g, (_, key) => encodeURIComponent(String(params?.[key] ?? '')))
    const parameters = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== '')
    const search = new URLSearchParams(parameters.map(([key, value]) => [key, String(value)])).toString()
    const url = `/api${pathname}${search && `?${search}`}`
    const answer = await transport({
      ...{ method, url, body: form ?? body, headers: headers ?? {} },
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

/** The client that loaders use on the server. `server/pages/renderer.ts` provides it. */
export const apiContext = createContext<Api>()

const cookie = (name: string) =>
  document.cookie
    .split('; ')
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)

/** Headers of every call that the browser makes: the session's token and the CSRF token (docs/product.md#csrf). */
export function browserHeaders(method: string): Record<string, string> {
  const session = readSession()
  const xsrf = cookie('XSRF-TOKEN')
  return {
    ...(session && { 'x-access-token': session.token }),
    ...(method !== 'GET' && xsrf && { 'X-XSRF-TOKEN': decodeURIComponent(xsrf) }),
  }
}

/** The response when there is no network. */
export const offline: ApiResponse = {
  status: 0,
  body: { message: 'No hay conexión con la farmacia. Revisa tu conexión a internet e intenta nuevamente.' },
}

async function sendByFetch(request: ApiRequest): Promise<ApiResponse> {
  const answer = await fetchAnswer(request)
  return answer.status === 409 && settleConflict ? settleConflict(answer, () => sendByFetch(request)) : answer
}

async function fetchAnswer({
  method,
  url,
  body,
  headers,
  signal,
  keepalive,
}: ApiRequest): Promise<ApiResponse> {
  const json = body !== undefined && !(body instanceof FormData)
  const response = await fetch(url, {
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
  if (!response) return offline
  if (response.status === 401 || response.status === 403) await expireSession()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  const { status } = response
  const content: Promise<unknown> = isJson ? response.json() : response.blob()
  // The connection can break while a long answer arrives.
  return content.then(
    (content) => ({ status, body: content }),
    (error: unknown) => {
      if (signal?.aborted) throw error
      return offline
    },
  )
}

/** The client that the browser uses. */
export const browserApi = createApi(sendByFetch)
