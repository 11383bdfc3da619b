/**
 * Method and path of the calls that customers or visitors may make, without schemas. `vite.config.ts` generates this module from
 * `contract/calls.ts`.
 */
declare module 'virtual:calls' {
  export const calls: Record<string, `${'GET' | 'POST'} ${string}`>
}

/** Calls that only staff may make. */
declare module 'virtual:staff-calls' {
  export const calls: Record<string, `${'GET' | 'POST'} ${string}`>
}

/** Globals of the inline script in the page's head (`app/boot/head-script.ts`). */
interface Window {
  /** Recorded presses, changed fields and left fields, in order, until they are replayed. */
  earlyInput?: import('./boot/early-input.ts').EarlyInput[]
  /** The listeners that record this input, by event. */
  rememberInput?: Record<string, (event: Event) => void>
  /** Handles Back and Forward until the router has started. */
  loadOnBack?: () => void
}

/** Swagger UI has no types of its own for its bundle. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  export default function SwaggerUI(options: Record<string, unknown>): unknown
}
