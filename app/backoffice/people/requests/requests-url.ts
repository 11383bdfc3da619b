import { href } from 'react-router'
import { screenUrl } from '../../../listing/screen-url.ts'

/** The parameter that filters the form requests on the screen of the clients. */
export const REQUEST_FILTER = 'solicitudes'
/** The parameter's value that shows only unanswered requests. */
export const UNANSWERED = 'sin-responder'

/** The URL of the form requests, all or the unanswered ones. */
export const requestsUrl = ({ unanswered }: { unanswered: boolean }) =>
  screenUrl(href('/dashboard/clients'), { [REQUEST_FILTER]: unanswered ? UNANSWERED : '' })

/** Whether the URL asks for the unanswered requests only. */
export const asksForUnanswered = (params: URLSearchParams) => params.get(REQUEST_FILTER) === UNANSWERED
