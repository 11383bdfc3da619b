/** Messages that the browser shows by itself, in a file apart so that pages needn't load all of `errors.ts`. */
export const REQUIRED = 'Este campo es obligatorio.'
export const NO_SESSION_MESSAGE = 'Tu sesión ha expirado, por favor inicia nuevamente'
export const UNAVAILABLE_MESSAGE = 'El servicio no está disponible. Intenta nuevamente en unos minutos.'
export const IN_PERSON_MESSAGE = 'Este medicamento se vende con receta cheque, solo en la farmacia.'
export const HELD_MESSAGE = 'Este producto no está a la venta por ahora. Consulta en la farmacia.'
