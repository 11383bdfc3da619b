import { MAX_PRESCRIPTION_PAGES } from '#domain/prescription.ts'
import { HELD_MESSAGE, IN_PERSON_MESSAGE, NO_SESSION_MESSAGE, UNAVAILABLE_MESSAGE } from './messages.ts'

/**
 * Every refusal of a call: its code, status and Spanish message. 401 and 403 are for sessions and
 * roles only, because the client logs the user out on them.
 */
export const errors = {
  BAD_INPUT: { status: 400, message: 'Revisa los datos ingresados.' },
  CSRF: { status: 400, message: 'La página venció. Recárgala e intenta nuevamente.' },
  LOGIN_FAILED: { status: 400, message: 'El correo o la contraseña no son correctos.' },
  DEAD_TICKET: {
    status: 400,
    message: 'El inicio de sesión venció. Escribe tu correo y tu contraseña nuevamente.',
  },
  WRONG_CODE: { status: 400, message: 'El código no es correcto o ya se usó.' },
  DEAD_LINK: { status: 400, message: 'El enlace no es válido o ya venció. Solicita uno nuevo.' },
  NO_SESSION: { status: 401, message: NO_SESSION_MESSAGE },
  NO_ACCESS: { status: 403, message: 'No tienes permiso para realizar esta acción.' },
  NO_KEY: { status: 401, message: 'La clave no es válida, venció o fue revocada.' },
  NO_SCOPE: { status: 403, message: 'Esta clave no tiene permiso para esta acción.' },
  NOT_FOUND: { status: 404, message: 'No encontramos lo que buscas.' },
  NO_STOCK: { status: 409, message: 'No hay stock suficiente!' },
  UNITS_GONE: { status: 409, message: 'Ya no están todas estas unidades.' },
  LOT_BLOCKED: { status: 409, message: 'Este lote está vencido o retirado y no se puede entregar.' },
  LOTS_EXCEED_STOCK: { status: 400, message: 'Los lotes suman más que el stock.' },
  RECALL_LIFTED: { status: 409, message: 'Este retiro ya fue levantado.' },
  CART_EMPTY: { status: 409, message: 'No hay productos en el carrito' },
  CART_CHANGED: { status: 409, message: 'Tu carrito cambió. Revísalo y confirma nuevamente.' },
  PRICE_CHANGED: {
    status: 409,
    message: 'Cambió el precio de un producto. Revisa tu carrito y confirma nuevamente.',
  },
  COUPON_INVALID: { status: 409, message: 'El código no es válido.' },
  COUPON_USED: { status: 409, message: 'Ya usaste este código.' },
  COUPON_PRESCRIPTION: { status: 409, message: 'Los medicamentos con receta no participan.' },
  COUPON_NOT_FOR_THESE: { status: 409, message: 'Este código es para otros productos.' },
  COUPON_MINIMUM: { status: 409, message: 'A tu carrito le falta para usar este código.' },
  NO_DELIVERY_THERE: { status: 409, message: 'No despachamos a esa comuna. Elige otra forma de entrega.' },
  COMMUNE_TAKEN: { status: 409, message: 'Una de estas comunas ya está en otra zona activa.' },
  EMAIL_TAKEN: { status: 409, message: 'Ya existe una cuenta con ese correo.' },
  NAME_TAKEN: { status: 409, message: 'Ese nombre ya está en uso.' },
  BARCODE_TAKEN: { status: 409, message: 'Ya existe un producto con ese código de barras.' },
  OWN_CODE_TAKEN: { status: 409, message: 'Ya existe un producto con ese código propio.' },
  PRODUCT_CHANGED: {
    status: 409,
    message: 'Otra persona modificó este producto. Revisa los cambios antes de guardar.',
  },
  SELECTION_CHANGED: {
    status: 409,
    message: 'La lista cambió mientras elegías. Revísala y elige nuevamente.',
  },
  NO_PRICE: { status: 409, message: 'Este producto no tiene precio y no se puede vender.' },
  SALE_IN_PERSON: { status: 409, message: IN_PERSON_MESSAGE },
  CONDITION_UNKNOWN: { status: 409, message: HELD_MESSAGE },
  UNKNOWN_COLUMNS: { status: 400, message: 'No reconocemos las columnas de la planilla.' },
  STATEMENT_UNREADABLE: { status: 400, message: 'No pudimos leer la cartola.' },
  STATEMENT_COLUMNS: { status: 400, message: 'No reconocemos las columnas de la cartola.' },
  IMPORT_CHANGED: {
    status: 409,
    message: 'Los productos cambiaron desde la revisión. Revisa los cambios y guarda nuevamente.',
  },
  IMPORT_STATE: { status: 409, message: 'Esta importación ya no admite cambios.' },
  PROOF_EXISTS: { status: 409, message: 'Este pedido ya tiene un comprobante de pago.' },
  NO_PROOF: { status: 409, message: 'Este pedido no tiene comprobante de pago.' },
  PROOF_CHANGED: {
    status: 409,
    message: 'El comprobante cambió mientras lo mirabas. Míralo nuevamente.',
  },
  NOTE_CHANGED: {
    status: 409,
    message: 'Otra persona cambió la nota. Revisa la nueva antes de guardar la tuya.',
  },
  NO_PRESCRIPTION: { status: 409, message: 'Ningún producto de este pedido necesita receta.' },
  PRESCRIPTION_OPEN: { status: 409, message: 'La receta de este pedido no está aprobada.' },
  PRESCRIPTION_CHANGED: {
    status: 409,
    message: 'La receta o su revisión cambió mientras la mirabas. Mírala nuevamente.',
  },
  PRESCRIPTION_OLD: { status: 409, message: 'La receta es antigua. Confirma que la apruebas igual.' },
  ORDER_CLOSED: { status: 409, message: 'Este pedido ya no está pendiente.' },
  PAGE_EXISTS: { status: 409, message: 'Esta imagen ya es una página de la receta.' },
  PRESCRIPTION_FULL: {
    status: 409,
    message: `La receta de este pedido ya tiene ${MAX_PRESCRIPTION_PAGES} páginas, el máximo.`,
  },
  ORDER_PENDING: { status: 409, message: 'Tienes un pedido pagado que aún no se entrega.' },
  SECOND_FACTOR: { status: 409, message: 'Escribe el código de tu segundo factor para continuar.' },
  SECOND_FACTOR_ON: { status: 409, message: 'El segundo factor ya está activo.' },
  NO_SECOND_FACTOR: { status: 409, message: 'Esta cuenta no tiene un segundo factor.' },
  ROLE_LOCKED: { status: 409, message: 'El rol de este usuario no se puede cambiar.' },
  NOT_INVITED: { status: 409, message: 'Esta persona no tiene una invitación pendiente.' },
  LIST_CHANGED: { status: 409, message: 'La lista de imágenes cambió. Revísala e intenta nuevamente.' },
  ALREADY_PAID: { status: 409, message: 'A este pedido no le falta ningún pago.' },
  ALREADY_MATCHED: { status: 409, message: 'Esta transferencia ya paga otro pedido.' },
  MONEY_RETURNED: { status: 409, message: 'El dinero de este pedido ya fue devuelto.' },
  NOT_TO_RETURN: { status: 409, message: 'Este pedido no tiene dinero por devolver.' },
  KEY_REUSED: { status: 409, message: 'Esta Idempotency-Key ya se usó con otros datos.' },
  TOO_LARGE: { status: 413, message: 'El archivo es demasiado grande.' },
  WRONG_KIND: { status: 415, message: 'El tipo de archivo no es válido.' },
  TOO_MANY: { status: 429, message: 'Demasiados intentos. Espera un momento e intenta nuevamente.' },
  INTERNAL: {
    status: 500,
    message: 'Ocurrió un error inesperado. Si se repite, avisa a la farmacia.',
  },
  UNAVAILABLE: {
    status: 503,
    message: UNAVAILABLE_MESSAGE,
  },
  DISK_FULL: { status: 507, message: 'No queda espacio para guardar el archivo. Avisa a la farmacia.' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errors
