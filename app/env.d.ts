/** Method and path of the calls that not only staff may make, without their schemas. Generated from `contract/calls.ts` by `vite.config.ts`. */
declare module 'virtual:calls' {
  export const calls: Record<string, `${'GET' | 'POST'} ${string}`>
}

/** Calls that only staff may make. */
declare module 'virtual:staff-calls' {
  export const calls: Record<string, `${'GET' | 'POST'} ${string}`>
}

/** The button that was pressed last, until the code that it needs has been told (`app/start-scripts.ts`). */
interface Window {
  pressedButton?: HTMLElement | null
}
