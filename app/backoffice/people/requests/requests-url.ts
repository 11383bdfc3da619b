import { href } from 'react-router'
import { defineList } from '../../../listing/listing.ts'
import { flag } from '../../../listing/url-state.ts'

export const REQUESTS = defineList({
  path: href('/dashboard/clients'),
  names: { search: 'solicitud', page: 'pagina-solicitudes', size: 'filas-solicitudes' },
  filters: { answered: flag('solicitudes', 'sin-responder', false) },
})
