import { href } from 'react-router'
import type { Role } from '#domain/users.ts'
import type { IconName } from '../ui/icons.tsx'

export type MenuItem = {
  to: string
  name: string
  icon: IconName
  /** The roles that see the item. Each screen checks access itself (`require-role.ts`). */
  roles: readonly Role[]
  /** The heading that neighbouring items of the same group share. */
  group?: string
}

const staff = ['Administrador', 'Marketing'] as const
const administrator = ['Administrador'] as const

/** The sidebar's items. */
export const menu: readonly MenuItem[] = [
  { to: href('/dashboard'), name: 'Tablero', icon: 'board', roles: staff },
  { to: href('/dashboard/deliveries'), name: 'Pedidos', icon: 'receipt', roles: administrator },
  { to: href('/dashboard/delivery-options'), name: 'Entregas', icon: 'map-pin', roles: administrator },
  { to: href('/dashboard/payments'), name: 'Pagos', icon: 'bank', roles: administrator },
  {
    to: href('/dashboard/deliveries/register'),
    name: 'Libro de recetas',
    icon: 'prescription',
    roles: administrator,
  },
  { to: href('/dashboard/clients'), name: 'Clientes', icon: 'users', roles: administrator },
  { to: href('/dashboard/users'), name: 'Usuarios', icon: 'user', roles: administrator },
  { to: href('/dashboard/activity'), name: 'Actividad', icon: 'clock', roles: administrator },
  { to: href('/dashboard/suppliers'), name: 'Proveedores', icon: 'truck', roles: administrator },
  { to: href('/dashboard/categories'), name: 'Categorías', icon: 'tag', roles: administrator },
  {
    to: href('/dashboard/products'),
    name: 'Listar Productos',
    icon: 'box',
    roles: administrator,
    group: 'Productos',
  },
  {
    to: href('/dashboard/products/new-product'),
    name: 'Ingresar Producto',
    icon: 'plus',
    roles: administrator,
    group: 'Productos',
  },
  {
    to: href('/dashboard/products/purchase-list'),
    name: 'Reponer',
    icon: 'truck',
    roles: administrator,
    group: 'Productos',
  },
  {
    to: href('/dashboard/products/sale-conditions'),
    name: 'Condiciones',
    icon: 'prescription',
    roles: administrator,
    group: 'Productos',
  },
  {
    to: href('/dashboard/products/inspection'),
    name: 'Fiscalización',
    icon: 'shield',
    roles: administrator,
    group: 'Productos',
  },
  {
    to: href('/dashboard/products/expiring'),
    name: 'Vencimientos',
    icon: 'clock',
    roles: administrator,
    group: 'Productos',
  },
  {
    to: href('/dashboard/products/recalls'),
    name: 'Retiro de mercado',
    icon: 'warning',
    roles: administrator,
    group: 'Productos',
  },
  { to: href('/dashboard/coupons'), name: 'Descuentos', icon: 'tag', roles: staff },
  { to: href('/dashboard/carousel'), name: 'Carusel', icon: 'image', roles: staff },
  { to: href('/dashboard/connections'), name: 'Conexiones', icon: 'external', roles: administrator },
  { to: href('/dashboard/status'), name: 'Estado', icon: 'info', roles: administrator },
  { to: href('/dashboard/settings'), name: 'Configuración', icon: 'settings', roles: staff },
]

type BoardCard = { to: string; name: string; text: string; icon: IconName; roles: readonly Role[] }

export const cards: readonly BoardCard[] = [
  {
    to: href('/dashboard/clients'),
    name: 'Clientes',
    text: 'Clientes y solicitudes de formularios.',
    icon: 'users',
    roles: administrator,
  },
  {
    to: href('/dashboard/users'),
    name: 'Usuarios',
    text: 'Personas del equipo y sus roles.',
    icon: 'user',
    roles: administrator,
  },
  {
    to: href('/dashboard/products'),
    name: 'Productos',
    text: 'Catálogo, precios y stock.',
    icon: 'box',
    roles: administrator,
  },
  {
    to: href('/dashboard/categories'),
    name: 'Categorías',
    text: 'Cómo se ordena la tienda.',
    icon: 'tag',
    roles: administrator,
  },
  {
    to: href('/dashboard/suppliers'),
    name: 'Proveedores',
    text: 'Laboratorios y sus contactos.',
    icon: 'truck',
    roles: administrator,
  },
  {
    to: href('/dashboard/deliveries'),
    name: 'Pedidos',
    text: 'Compras, pagos y entregas.',
    icon: 'receipt',
    roles: administrator,
  },
  {
    to: href('/dashboard/carousel'),
    name: 'Carrusel',
    text: 'Imágenes de la página de inicio.',
    icon: 'image',
    roles: staff,
  },
]
