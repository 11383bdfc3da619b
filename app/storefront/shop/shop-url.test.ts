import { describe, expect, test } from 'vitest'
import { EMPTY, readShop, shopHref, toggled } from './shop-url.ts'

const read = (query: string) => readShop(new URLSearchParams(query))

describe('the shop in its URL', () => {
  test('goes there and back', () => {
    const state = {
      categories: ['Dolor y fiebre', 'Bebé'],
      brands: ['Laboratorio Ñandú & Hijos'],
      search: '50 % más',
      page: 3,
    }
    const href = shopHref('/tienda', state)
    expect(href).toContain('categoria=Dolor%20y%20fiebre,Beb%C3%A9&')
    expect(readShop(new URL(href, 'http://botica.test').searchParams)).toEqual(state)
  })

  test('says nothing of what is empty', () => {
    expect(shopHref('/productos', EMPTY)).toBe('/productos')
    expect(read('')).toEqual(EMPTY)
  })

  test('takes a parameter for each name, as a form without scripts sends them, and each name once', () => {
    expect(read('categoria=A&categoria=B,A&marca=&buscar=').categories).toEqual(['A', 'B'])
  })

  test.each(['0', '-1', '1.5', 'x', '1e9', ''])('a page like %j is the first', (page) => {
    expect(read(`pagina=${page}`).page).toBe(1)
  })

  test('cuts a search at what the server takes', () => {
    expect(read(`buscar=${'a'.repeat(200)}`).search).toHaveLength(100)
  })

  test('adds a name or takes it away', () => {
    expect(toggled(['A'], 'B')).toEqual(['A', 'B'])
    expect(toggled(['A', 'B'], 'A')).toEqual(['B'])
  })
})
