import { calls as routes } from 'virtual:calls'
import { createContext } from 'react-router'
import type { Call, CallAnswer, CallInput } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { UNAVAILABLE_MESSAGE } from '#contract/messages.ts'
import { expireSession, readSession } from './browser/session.ts'

/** A call on its way out: everything but the scheme and the host. */
export type ApiRequest = {
  method: 'GET' | 'POST'
  url: string
  body?: unknown
  headers: Record<string, string>
  signal?: AbortSignal
}
/** What came back. `body` is JSON, or a Blob when the answer is a file. */
export type ApiResponse = { status: number; body: unknown }
export type Transport = (request: ApiRequest) => Promise<ApiResponse>

type Extras = { headers?: Record<string, string>; signal?: AbortSignal }
/** What a caller gives: a form where the call takes files, else the parts that it declares. */
type Input<C extends Call> = C extends { upload: object }
  ? Omit<CallInput<C>, 'body'> & { form: FormData }
  : CallInput<C>

/** One function per call of the contract. Each resolves to the call's answer, or throws an {@link ApiError}. */
export type Api = {
  [Name in keyof Calls]: (
    ...input: Partial<Input<Calls[Name]>> extends Input<Calls[Name]>
      ? [input?: Input<Calls[Name]> & Extras]
      : [input: Input<Calls[Name]> & Extras]
  ) => Promise<CallAnswer<Calls[Name]>>
}

/** A refusal of the server's, or a network that is away (`status` 0). `message` is for the person. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode
  readonly issues: { path: string; message: string }[]
  /** What some refusals bring along, such as the fresh lines of a cart. */
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

type Loose = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  form?: FormData
} & Extras

/** The client of the contract over any transport. */
export function createApi(transport: Transport): Api {
  const send = async (name: string, { params, query, body, form, headers, signal }: Loose = {}) => {
    const [method, path] = routes[name]!.split(' ') as ['GET' | 'POST', string]
    const filled = path.replace(/:(\w+)/g, (_, key) => encodeURIComponent(String(params?.[key] ?? '')))
    const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== '')
    const search = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString()
    const url = `/api${filled}${search && `?${search}`}`
    const answer = await transport({ method, url, body: form ?? body, headers: headers ?? {}, signal })
    if (answer.status >= 400 || answer.status === 0) throw new ApiError(answer.status, answer.body)
    return answer.body
  }
  const client: unknown = Object.fromEntries(
    Object.keys(routes).map((name) => [name, (input?: Loose) => send(name, input)]),
  )
  return client as Api
}

/** How the server's rendering makes calls; `server/pages/routes.ts` puts it there. */
export const apiContext = createContext<Api>()

const cookie = (name: string) =>
  document.cookie
    .split('; ')
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)

/** What every call of the browser's carries: who asks, and the proof that one of our pages does. */
export function ownHeaders(method: string): Record<string, string> {
  const session = readSession()
  const xsrf = cookie('XSRF-TOKEN')
  return {
    ...(session && { 'x-access-token': session.token }),
    ...(method !== 'GET' && xsrf && { 'X-XSRF-TOKEN': decodeURIComponent(xsrf) }),
  }
}

/** What a network that is away answers. */
export const offline: ApiResponse = {
  status: 0,
  body: { message: 'No hay conexión con la farmacia. Revisa tu red e intenta nuevamente.' },
}

async function overNetwork({ method, url, body, headers, signal }: ApiRequest): Promise<ApiResponse> {
  const json = body !== undefined && !(body instanceof FormData)
  const response = await fetch(url, {
    method,
    signal,
    headers: {
      ...ownHeaders(method),
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
  return { status: response.status, body: isJson ? await response.json() : await response.blob() }
}

/** The client in the browser. */
export const browserApi = createApi(overNetwork)
