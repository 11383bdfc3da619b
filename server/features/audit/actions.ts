/** Every audited action, and its name for the operator. The part before the dot groups the actions. */
export const AUDIT_ACTIONS = {
  'user.create': 'Usuario creado',
  'user.role': 'Rol cambiado',
  'user.update': 'Perfil ajeno cambiado',
  'user.password': 'Contraseña reemplazada',
  'user.disable': 'Cuenta deshabilitada',
  'user.enable': 'Cuenta habilitada',
  'user.sessions-end': 'Sesiones cerradas',
  'users.export': 'Usuarios exportados',
  'person.export': 'Datos de una persona exportados',
  'person.erase': 'Persona eliminada',
  'product.create': 'Producto creado',
  'product.update': 'Producto cambiado',
  'product.import': 'Productos importados',
  'category.create': 'Categoría creada',
  'category.update': 'Categoría cambiada',
  'supplier.create': 'Proveedor creado',
  'supplier.update': 'Proveedor cambiado',
  'carousel.add': 'Imagen del carrusel agregada',
  'carousel.delete': 'Imagen del carrusel borrada',
  'carousel.order': 'Carrusel ordenado',
  'carousel.visibility': 'Visibilidad del carrusel cambiada',
  'order.status': 'Estado de pedido cambiado',
  'order.proof-view': 'Comprobante de pago visto',
  'request.prescription-view': 'Receta vista',
} as const

export type AuditAction = keyof typeof AUDIT_ACTIONS
