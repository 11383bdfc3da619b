import { href } from 'react-router'
import type { Import } from '#contract/import-report.ts'
import { knownWord, screenUrl } from '../../../listing/screen-url.ts'

/** The states of imports as the URL has them (`estado`). */
export const IMPORT_STATES = {
  'sin-guardar': { name: 'Sin guardar', state: 'preview' },
  guardada: { name: 'Guardada', state: 'saved' },
  rechazada: { name: 'Rechazada', state: 'refused' },
  deshecha: { name: 'Deshecha', state: 'undone' },
} as const satisfies Record<string, { name: string; state: Import['state'] }>
type StateWord = keyof typeof IMPORT_STATES

export const nameOfState = (wanted: Import['state']) =>
  Object.values(IMPORT_STATES).find(({ state }) => state === wanted)!.name

/** The state that the URL asks for; empty for all. */
export const stateIn = (params: URLSearchParams) => knownWord(IMPORT_STATES, params.get('estado'))

export const importsUrl = (filters: { estado?: StateWord } = {}) =>
  screenUrl(href('/dashboard/products/imports'), filters)
