/** The page without a network: shows the cart that is in browser storage. */
if (/(^|; )large-type=on(;|$)/.test(document.cookie)) document.documentElement.style.fontSize = '120%'

const pesos = new Intl.NumberFormat('es-CL', { maximumFractionDigits: 2 })
const price = (amount) => `$${pesos.format(amount)}`

/** The cart's lines by the rules of `app/cart/cart-storage.ts`: with a session, not those of another user. */
function readLines() {
  const user = localStorage.getItem('token') && localStorage.getItem('cart')
  try {
    return JSON.parse(localStorage.getItem('itemsCart') ?? '[]').filter(
      ({ owner, quantity }) => quantity > 0 && (!user || !owner || owner === user),
    )
  } catch {
    return []
  }
}

const lines = readLines()
const items = lines.map(({ name, quantity, total }) => {
  const item = document.createElement('li')
  const product = document.createElement('span')
  product.textContent = `${quantity} × ${name || 'Producto'}`
  const amount = document.createElement('strong')
  amount.textContent = price(Number(total) || 0)
  item.append(product, amount)
  return item
})
document.querySelector('#lineas').replaceChildren(...items)
document.querySelector('#vacio').hidden = lines.length > 0
document.querySelector('#total').hidden = lines.length === 0
const total = lines.reduce((sum, line) => sum + (Number(line.total) || 0), 0)
document.querySelector('#total strong').textContent = price(total)

document.querySelector('button').addEventListener('click', () => {
  // The worker shows this page at the address of the page that was wanted.
  if (location.pathname === '/sin-conexion') location.assign('/')
  else location.reload()
})
