import { href } from 'react-router'
import type { Role } from '#domain/users.ts'
import type { IconName } from '../ui/icons.tsx'

export type MenuItem = {
  to: string
  name: string
  icon: IconName
  /** The letter that opens the screen, pressed after `g`. */
  key?: string
  /** Whether the screen is for Marketing too. The others are for an Administrador alone. */
  marketing?: true
  /** The heading that neighbouring items of the same group share. */
  group?: 'Productos'
}

export const menu: readonly MenuItem[] = [
  { to: href('/dashboard'), name: 'Tablero', icon: 'board', key: 't', marketing: true },
  { to: href('/dashboard/deliveries'), name: 'Pedidos', icon: 'receipt', key: 'p' },
  { to: href('/dashboard/delivery-options'), name: 'Entregas', icon: 'map-pin' },
  { to: href('/dashboard/payments'), name: 'Pagos', icon: 'bank', key: 'b' },
  { to: href('/dashboard/deliveries/register'), name: 'Libro de recetas', icon: 'prescription' },
  { to: href('/dashboard/clients'), name: 'Clientes', icon: 'users', key: 'c' },
  { to: href('/dashboard/users'), name: 'Usuarios', icon: 'user', key: 'u' },
  { to: href('/dashboard/activity'), name: 'Actividad', icon: 'clock', key: 'd' },
  { to: href('/dashboard/suppliers'), name: 'Proveedores', icon: 'truck', key: 'v' },
  { to: href('/dashboard/categories'), name: 'Categorías', icon: 'tag', key: 'a' },
  ...(
    [
      { to: href('/dashboard/products'), name: 'Listar Productos', icon: 'box', key: 'l' },
      { to: href('/dashboard/products/new-product'), name: 'Ingresar Producto', icon: 'plus', key: 'i' },
      { to: href('/dashboard/products/purchase-list'), name: 'Reponer', icon: 'truck', key: 'r' },
      { to: href('/dashboard/products/sale-conditions'), name: 'Condiciones', icon: 'prescription' },
      { to: href('/dashboard/products/inspection'), name: 'Fiscalización', icon: 'shield', key: 'f' },
      { to: href('/dashboard/products/expiring'), name: 'Vencimientos', icon: 'clock' },
      { to: href('/dashboard/products/recalls'), name: 'Retiro de mercado', icon: 'warning' },
    ] satisfies MenuItem[]
  ).map((item) => ({ ...item, group: 'Productos' }) as const),
  { to: href('/dashboard/coupons'), name: 'Descuentos', icon: 'tag', key: 'k', marketing: true },
  { to: href('/dashboard/carousel'), name: 'Carusel', icon: 'image', key: 's', marketing: true },
  { to: href('/dashboard/connections'), name: 'Conexiones', icon: 'external', key: 'x' },
  { to: href('/dashboard/status'), name: 'Estado', icon: 'info', key: 'e' },
  { to: href('/dashboard/settings'), name: 'Configuración', icon: 'settings', key: 'o', marketing: true },
]

export const isShownTo = (role: Role | undefined, { marketing }: Pick<MenuItem, 'marketing'>) =>
  role === 'Administrador' || (role === 'Marketing' && marketing === true)

/** The roles of the back office's screens, by path: those of its item in the menu, otherwise an Administrador alone. */
export const rolesOf = (pathname: string): readonly Role[] =>
  menu.find(({ to }) => to === pathname.replace(/\/$/, ''))?.marketing
    ? ['Administrador', 'Marketing']
    : ['Administrador']

export const cards = (
  [
    ['Clientes', 'Clientes y solicitudes de formularios.', href('/dashboard/clients')],
    ['Usuarios', 'Personas del equipo y sus roles.', href('/dashboard/users')],
    ['Productos', 'Catálogo, precios y stock.', href('/dashboard/products')],
    ['Categorías', 'Cómo se ordena la tienda.', href('/dashboard/categories')],
    ['Proveedores', 'Laboratorios y sus contactos.', href('/dashboard/suppliers')],
    ['Pedidos', 'Compras, pagos y entregas.', href('/dashboard/deliveries')],
    ['Carrusel', 'Imágenes de la página de inicio.', href('/dashboard/carousel')],
  ] as const
).map(([name, text, path]) => ({ ...menu.find(({ to }) => to === path)!, name, text }))
