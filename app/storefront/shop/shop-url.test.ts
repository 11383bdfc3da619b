import { describe, expect, test } from 'vitest'
import { joinNames } from '#domain/name-list.ts'
import { EMPTY, orderOf, readPrice, readShop, SHOP, type ShopState, shopUrl, toggled } from './shop-url.ts'

const read = (query: string) => readShop(new URLSearchParams(query))

describe('the URL of the shop', () => {
  test('reads the state that it was made of', () => {
    const state: ShopState = {
      categories: ['Dolor y fiebre', 'Bebé', 'Vitaminas, minerales', 'Curaciones/vendas', '100% natural'],
      brands: ['Laboratorio Ñandú & Hijos'],
      search: '50 % más',
      page: 3,
      switches: ['inStock', 'noPrescription'],
      minPrice: 990,
      maxPrice: 12_500,
      order: 'unitPrice',
    }
    const href = shopUrl('/tienda', state)
    expect(href).toContain('categoria=Dolor%20y%20fiebre,Beb%C3%A9,')
    expect(readShop(new URL(href, 'http://botica.test').searchParams)).toEqual(state)
  })

  test('leaves out empty filters', () => {
    expect(shopUrl('/productos', EMPTY)).toBe('/productos')
    expect(read('')).toEqual(EMPTY)
  })

  test('reads one parameter for each name, as a form without scripts sends them, and drops repeated names', () => {
    expect(read('categoria=A&categoria=B,A&marca=&buscar=').categories).toEqual(['A', 'B'])
    const form = new URLSearchParams(
      joinNames(['A, B', 'C'])
        .split(',')
        .map((name) => ['categoria', name]),
    )
    expect(readShop(form).categories).toEqual(['A, B', 'C'])
  })

  test('leaves out a list of more names than a filter takes, and says so', () => {
    const names = Array.from({ length: 51 }, (_, index) => `N${index}`)
    expect(read(`categoria=${names.slice(1).join()}&marca=X`)).toEqual({
      ...EMPTY,
      categories: names.slice(1),
      brands: ['X'],
    })
    expect(read(`categoria=${names.join()}&marca=X`)).toEqual({ ...EMPTY, brands: ['X'], tooMany: true })
    expect(read(`marca=${names.join('&marca=')}`)).toEqual({ ...EMPTY, tooMany: true })
  })

  test.each(['0', '-1', '1.5', 'x', '1e9', ''])('reads page %j as page 1', (page) => {
    expect(read(`pagina=${page}`).page).toBe(1)
  })

  test('cuts a search at the limit of the server', () => {
    expect(read(`buscar=${'a'.repeat(200)}`).search).toHaveLength(100)
  })

  test('leaves out the order that the list has by default', () => {
    expect(shopUrl('/tienda', { ...EMPTY, order: 'name' })).toBe('/tienda')
    expect(shopUrl('/tienda', { ...EMPTY, order: 'relevance' })).toBe('/tienda')
    expect(shopUrl('/tienda', { ...EMPTY, search: 'tos', order: 'relevance' })).toBe('/tienda?buscar=tos')
    expect(shopUrl('/tienda', { ...EMPTY, search: 'tos', order: 'name' })).toBe(
      '/tienda?buscar=tos&orden=nombre',
    )
    expect(orderOf(read('orden=relevancia'))).toBe('name')
  })

  test('ignores unknown words', () => {
    expect(read('solo=oferta,otra&solo=generico&orden=otro&desde=x')).toEqual({
      ...EMPTY,
      switches: ['onSale', 'generic'],
    })
  })

  test.each([
    ['1990', 1_990],
    ['$1.990', 1_990],
    ['1.990,50', 1_990],
    ['0', 0],
    [' ', undefined],
    ['-', undefined],
    ['9'.repeat(14), 100_000_000],
  ])('reads the price %j', (text, price) => {
    expect(readPrice(text)).toBe(price)
  })

  test('toggles a name', () => {
    expect(toggled(['A'], 'B')).toEqual(['A', 'B'])
    expect(toggled(['A', 'B'], 'A')).toEqual(['B'])
  })
})

test('writes only parameters that the server knows, since it leaves out all others', () => {
  const url = shopUrl('/tienda', {
    categories: ['A'],
    brands: ['B'],
    search: 'c',
    exact: true,
    page: 2,
    switches: ['onSale'],
    minPrice: 1,
    maxPrice: 2,
    order: 'price',
  })
  const names = [...new URL(url, 'http://shop').searchParams.keys()]
  expect(names.toSorted()).toEqual(
    Object.values(SHOP)
      .map(({ name }) => name)
      .toSorted(),
  )
})
