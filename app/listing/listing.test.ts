import { beforeEach, expect, test, vi } from 'vitest'

const readPreferences = vi.fn()
const session = { role: 'Administrador' }
vi.mock('../session/session.ts', () => ({ readSession: () => session }))
vi.mock('../api/client.ts', () => ({
  browserApi: { readPreferences: () => readPreferences() },
  ApiError: class ApiError extends Error {
    readonly status: number
    constructor(status: number, { message }: { message: string }) {
      super(message)
      this.status = status
    }
  },
}))
const { ApiError } = await import('../api/client.ts')
const { defineList, loadListing } = await import('./listing.ts')
const { choice, day, flag, readState, text, writeState } = await import('./url-state.ts')

beforeEach(() => {
  readPreferences.mockReset().mockRejectedValue(new ApiError(503, { message: 'No está.' } as never))
})

const request = (search: string) => new Request(`http://shop.test/dashboard/users${search}`)
const rows = (total: number) => vi.fn().mockResolvedValue({ data: ['row'], total })

test('reads page and search from the URL', async () => {
  const read = rows(75)
  const listing = await loadListing(request('?buscar=%20ana&pagina=3'), read)
  expect(read).toHaveBeenCalledWith({ page: 3, pageSize: 25, search: 'ana' })
  expect(listing).toEqual({
    ...{ rows: ['row'], total: 75, page: 3, pages: 3, pageSize: 25 },
    ...{ search: 'ana', failure: null },
  })
})

test.each(['0', '-2', '1e9', 'Infinity', 'dos'])('reads page %s as the first page', async (page) => {
  const read = rows(25)
  await loadListing(request(`?pagina=${page}`), read)
  expect(read).toHaveBeenCalledWith({ page: 1, pageSize: 25, search: '' })
})

test('redirects a page past the last to the last page', async () => {
  const redirected = await loadListing(request('?buscar=ana&pagina=9'), rows(75)).catch((thrown) => thrown)
  expect(redirected.headers.get('location')).toBe('/dashboard/users?buscar=ana&pagina=3')
})

test('shows the message of a failed call in place of the rows', async () => {
  const read = () => Promise.reject(new ApiError(503, { message: 'Estamos en mantención.' }))
  expect(await loadListing(request(''), read)).toMatchObject({ rows: [], failure: 'Estamos en mantención.' })
})

test.each([401, 403])(
  'shows nothing after status %i, because the page is about to reload',
  async (status) => {
    const settled = vi.fn()
    const read = () => Promise.reject(new ApiError(status, { message: 'Sesión expirada' }))
    void loadListing(request(''), read).then(settled, settled)
    await new Promise((resolve) => setImmediate(resolve))
    expect(settled).not.toHaveBeenCalled()
  },
)

test('takes the page size from the URL, else from the last choice for this list, else 25', async () => {
  const sizes = async (search: string) => {
    const read = rows(200)
    const { pageSize, pages } = await loadListing(request(search), read)
    expect(read).toHaveBeenCalledWith(expect.objectContaining({ pageSize }))
    return [pageSize, pages]
  }
  expect(await sizes('?filas=50')).toEqual([50, 4])
  expect(readPreferences).not.toHaveBeenCalled()
  // Settings that failed to load are requested again with the next list.
  for (const search of ['', '?filas=7', '?filas=1000']) expect(await sizes(search)).toEqual([25, 8])
  readPreferences.mockResolvedValue({
    data: { shortcuts: true, lists: [{ list: '/dashboard/users', pageSize: 50, views: [] }] },
  })
  expect(await sizes('')).toEqual([50, 4])
  expect(await sizes('?filas=10')).toEqual([10, 20])
  expect(await sizes('')).toEqual([50, 4])
  expect(readPreferences).toHaveBeenCalledTimes(4)
})

test('a customer’s list has ten rows a page and no settings', async () => {
  const read = rows(25)
  const orders = new Request('http://shop.test/perfil/pedidos?filas=50')
  expect(await loadListing(orders, read)).toMatchObject({ pageSize: 10, pages: 3 })
  expect(readPreferences).not.toHaveBeenCalled()
})

const STATUSES = { pending: { word: 'pendiente', name: 'Pendiente' }, sent: { name: 'Enviado' } }
const LIST = defineList({
  path: '/dashboard/users',
  filters: {
    status: choice('estado', STATUSES),
    from: day('desde', 'hoy'),
    retired: flag('venta', 'retirados', true),
    category: text('categoria', 5),
    sort: { ...text('orden', 10), narrows: false },
  },
})

test('reads a list’s parameters from the URL and gives them to its call, under the call’s names and values', async () => {
  const read = rows(1)
  const url = '?estado=pendiente&desde=hoy&venta=retirados&categoria=Cremas&orden=-precio&buscar=ana&filas=10'
  await loadListing(request(url), read, LIST)
  expect(read).toHaveBeenCalledWith({
    ...{ status: 'pending', from: 'hoy', retired: true, category: 'Crema', sort: '-precio' },
    ...{ search: 'ana', page: 1, pageSize: 10 },
  })
})

test.each([
  ['estado', 'otro'],
  ['estado', 'toString'],
  ['desde', '2026-02-31x'],
  ['desde', '1999-01-01'],
  ['venta', 'si'],
  ['buscar', '  '],
  ['filas', '7'],
])('ignores %s=%s, which makes no sense', (name, value) => {
  const state = readState(LIST.params, new URLSearchParams({ [name]: value }))
  expect(Object.values(state).filter((value) => value !== undefined)).toEqual([])
})

test('writes a change into the URL, keeps its other parameters and removes the parameter of an absent value', () => {
  const url = new URLSearchParams('estado=sent&pagina=3&otro=x')
  const changed = writeState(LIST.params, { status: undefined, page: 1, from: '2026-01-02' }, url)
  expect(changed.toString()).toBe('otro=x&desde=2026-01-02')
  expect(LIST.url({ status: 'pending', search: 'a b' })).toBe(
    '/dashboard/users?estado=pendiente&buscar=a%20b',
  )
  expect(LIST.url({})).toBe('/dashboard/users')
})

test('reads the state again that it has written', () => {
  const state = {
    status: 'sent',
    from: 'hoy',
    retired: true,
    category: 'Gotas',
    page: 4,
    pageSize: 25,
  } as const
  const { search: _, sort: __, ...read } = readState(LIST.params, writeState(LIST.params, state))
  expect(read).toEqual(state)
})

test('gives the second list of a screen parameter names of its own, also in the redirect to its last page', async () => {
  const names = { search: 'cliente', page: 'pagina-clientes', size: 'filas-clientes' }
  const other = defineList({ names })
  const redirected = await loadListing(request('?pagina=2&pagina-clientes=9'), rows(75), other).catch(
    (thrown) => thrown,
  )
  expect(redirected.headers.get('location')).toBe('/dashboard/users?pagina=2&pagina-clientes=3')
  expect([LIST.views, other.views]).toEqual([true, false])
})
