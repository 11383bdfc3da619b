import type { Role } from '#domain/users.ts'
import type { IconName } from '../ui/icons.tsx'

export type MenuItem = {
  to: string
  name: string
  icon: IconName
  /** Who sees it; the guard of the screen decides who enters. */
  roles: readonly Role[]
  /** The heading under which it stands together with its neighbours. */
  group?: string
}

const staff = ['Administrador', 'Marketing'] as const
const administrator = ['Administrador'] as const

/** The sidebar's items (spec §2). */
export const menu: readonly MenuItem[] = [
  { to: '/dashboard', name: 'Tablero', icon: 'board', roles: staff },
  { to: '/dashboard/clients', name: 'Clientes', icon: 'users', roles: administrator },
  { to: '/dashboard/users', name: 'Usuarios', icon: 'user', roles: administrator },
  { to: '/dashboard/suppliers', name: 'Proveedores', icon: 'truck', roles: administrator },
  { to: '/dashboard/deliveries', name: 'Pedidos', icon: 'receipt', roles: administrator },
  { to: '/dashboard/categories', name: 'Categorías', icon: 'tag', roles: administrator },
  {
    to: '/dashboard/products',
    name: 'Listar Productos',
    icon: 'box',
    roles: administrator,
    group: 'Productos',
  },
  {
    to: '/dashboard/products/new-product',
    name: 'Ingresar Producto',
    icon: 'plus',
    roles: administrator,
    group: 'Productos',
  },
  { to: '/dashboard/carousel', name: 'Carusel', icon: 'image', roles: staff },
  { to: '/dashboard/settings', name: 'Configuración', icon: 'settings', roles: staff },
]

type BoardCard = { to: string; name: string; text: string; icon: IconName; roles: readonly Role[] }

/** The board's cards (spec §2). */
export const cards: readonly BoardCard[] = [
  {
    to: '/dashboard/clients',
    name: 'Clientes',
    text: 'Clientes y solicitudes de formularios.',
    icon: 'users',
    roles: administrator,
  },
  {
    to: '/dashboard/users',
    name: 'Usuarios',
    text: 'Personas del equipo y sus roles.',
    icon: 'user',
    roles: administrator,
  },
  {
    to: '/dashboard/products',
    name: 'Productos',
    text: 'Catálogo, precios y stock.',
    icon: 'box',
    roles: administrator,
  },
  {
    to: '/dashboard/categories',
    name: 'Categorías',
    text: 'Cómo se ordena la tienda.',
    icon: 'tag',
    roles: administrator,
  },
  {
    to: '/dashboard/suppliers',
    name: 'Proveedores',
    text: 'Laboratorios y sus contactos.',
    icon: 'truck',
    roles: administrator,
  },
  {
    to: '/dashboard/deliveries',
    name: 'Pedidos',
    text: 'Compras, pagos y entregas.',
    icon: 'receipt',
    roles: administrator,
  },
  {
    to: '/dashboard/carousel',
    name: 'Carrusel',
    text: 'Imágenes de la página de inicio.',
    icon: 'image',
    roles: staff,
  },
]
