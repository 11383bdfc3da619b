import { href } from 'react-router'
import { defineList } from '../../../listing/listing.ts'
import { flag } from '../../../listing/url-state.ts'

/** The form requests on the screen of the clients, all or the unanswered ones. */
export const REQUESTS = defineList({
  path: href('/dashboard/clients'),
  names: { search: 'solicitud', page: 'pagina-solicitudes', size: 'filas-solicitudes' },
  filters: { answered: flag('solicitudes', 'sin-responder', false) },
})
