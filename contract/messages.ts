/** What the browser also says of its own accord: apart from `errors.ts`, which no page has to load for two sentences. */
export const NO_SESSION_MESSAGE = 'Tu sesión ha expirado, por favor inicia nuevamente'
export const UNAVAILABLE_MESSAGE = 'El servicio no está disponible. Intenta nuevamente en unos minutos.'
