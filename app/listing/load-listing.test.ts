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
const { loadListing } = await import('./load-listing.ts')

beforeEach(() => {
  readPreferences.mockReset().mockRejectedValue(new ApiError(503, { message: 'No está.' } as never))
})

const request = (search: string) => new Request(`http://shop.test/dashboard/users${search}`)
const rows = (total: number) => vi.fn().mockResolvedValue({ data: ['row'], total })

test('reads page and search from the URL', async () => {
  const read = rows(25)
  const listing = await loadListing(request('?buscar=%20ana&pagina=3'), read)
  expect(read).toHaveBeenCalledWith({ page: 3, pageSize: 10, search: 'ana' })
  expect(listing).toEqual({
    ...{ rows: ['row'], total: 25, page: 3, pages: 3, pageSize: 10 },
    ...{ search: 'ana', failure: null },
  })
})

test.each(['0', '-2', '1e9', 'Infinity', 'dos'])('page %s is the first page', async (page) => {
  const read = rows(25)
  await loadListing(request(`?pagina=${page}`), read)
  expect(read).toHaveBeenCalledWith({ page: 1, pageSize: 10, search: '' })
})

test('a page past the last redirects to the last', async () => {
  const redirected = await loadListing(request('?buscar=ana&pagina=9'), rows(25)).catch((thrown) => thrown)
  expect(redirected.headers.get('location')).toBe('/dashboard/users?buscar=ana&pagina=3')
})

test('a failed call leaves its message in place of the rows', async () => {
  const read = () => Promise.reject(new ApiError(503, { message: 'Estamos en mantención.' }))
  expect(await loadListing(request(''), read)).toMatchObject({ rows: [], failure: 'Estamos en mantención.' })
})

test.each([401, 403])('status %i shows nothing, because the page is about to reload', async (status) => {
  const settled = vi.fn()
  const read = () => Promise.reject(new ApiError(status, { message: 'Sesión expirada' }))
  void loadListing(request(''), read).then(settled, settled)
  await new Promise((resolve) => setImmediate(resolve))
  expect(settled).not.toHaveBeenCalled()
})

test('the page size is the URL’s, or the one that was chosen last for this list, or ten', async () => {
  const sizes = async (search: string) => {
    const read = rows(200)
    const { pageSize, pages } = await loadListing(request(search), read)
    expect(read).toHaveBeenCalledWith(expect.objectContaining({ pageSize }))
    return [pageSize, pages]
  }
  expect(await sizes('?filas=50')).toEqual([50, 4])
  expect(readPreferences).not.toHaveBeenCalled()
  // Settings that failed to load are requested again with the next list.
  for (const search of ['', '?filas=7', '?filas=1000']) expect(await sizes(search)).toEqual([10, 20])
  readPreferences.mockResolvedValue({
    data: { shortcuts: true, lists: [{ list: '/dashboard/users', pageSize: 25, views: [] }] },
  })
  expect(await sizes('')).toEqual([25, 8])
  expect(await sizes('?filas=10')).toEqual([10, 20])
  expect(await sizes('')).toEqual([25, 8])
  expect(readPreferences).toHaveBeenCalledTimes(4)
})

test('a customer’s list has ten rows a page and no settings', async () => {
  const read = rows(25)
  const orders = new Request('http://shop.test/perfil/pedidos?filas=50')
  expect(await loadListing(orders, read)).toMatchObject({ pageSize: 10, pages: 3 })
  expect(readPreferences).not.toHaveBeenCalled()
})
