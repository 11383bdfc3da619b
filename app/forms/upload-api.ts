import {
  type Api,
  type ApiResponse,
  browserHeaders,
  createApi,
  offlineResponse,
  urlOf,
} from '../api/client.ts'
import { expireSession } from '../session/session.ts'

/**
 * A client for large forms, whose `onProgress` gets the fraction already sent, 0 to 1. Uses XMLHttpRequest, because fetch reports
 * no progress of uploads.
 */
export const uploadApi = (onProgress: (sent: number) => void): Api =>
  createApi(async (request) => {
    const { method, body, headers } = request
    const answer = await send(method, urlOf(request), body as FormData, headers, onProgress)
    if (answer.status === 401 || answer.status === 403) await expireSession()
    return answer
  })

function send(
  method: string,
  url: string,
  form: FormData,
  headers: Record<string, string>,
  onProgress: (sent: number) => void,
) {
  return new Promise<ApiResponse>((resolve) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    for (const [name, value] of Object.entries({ ...browserHeaders(method), ...headers }))
      request.setRequestHeader(name, value)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => resolve({ status: request.status, body: request.response as unknown })
    request.onerror = () => resolve(offlineResponse)
    request.onabort = () => resolve(offlineResponse)
    request.send(form)
  })
}
