import type { Page } from '@playwright/test'
import { lineTotal } from '#domain/price.ts'
import type { makeProduct } from '#tests/factories.ts'
import { expect, storeOnce } from '../shop.ts'

/** Puts one unit of each product into a visitor's cart, which is in browser storage. */
export const fillCart = (page: Page, ...products: Awaited<ReturnType<typeof makeProduct>>[]) => {
  const lines = products.map(({ id, tradename, cost, discount, stock }) => ({
    ...{ productId: id, name: tradename, image: '', quantity: 1 },
    ...{ price: cost, discount, stock, total: lineTotal(1, cost, discount) },
  }))
  return storeOnce(page, { itemsCart: JSON.stringify(lines) })
}

/** Adds one unit of a product to the cart, from the product's page. */
export async function addToCart(page: Page, { id }: { id: string }) {
  await page.goto(`/descripcion?producto=${id}`)
  await page.getByRole('button', { name: 'Agregar al carrito' }).first().click()
  // Not the toast, which lasts a second: a busy machine may miss it.
  const saved = () => page.evaluate(() => localStorage.getItem('itemsCart') ?? '')
  await expect.poll(saved).toContain(id)
}

/** Logs in through the modal, on the current page. */
export async function logInHere(page: Page, email: string, password: string) {
  await page.getByRole('button', { name: 'Iniciar sesión' }).filter({ visible: true }).first().click()
  const modal = page.getByRole('dialog', { name: 'Iniciar sesión' })
  await modal.getByRole('textbox', { name: 'Correo electrónico' }).fill(email)
  await modal.getByLabel(/^Contraseña/).fill(password)
  await modal.getByRole('button', { name: 'Ingrese a su cuenta' }).click()
  await expect(modal).toBeHidden()
}
