/** Method and path of each call, without its schemas. Generated from `contract/calls.ts` by `vite.config.ts`. */
declare module 'virtual:calls' {
  export const calls: Record<string, `${'GET' | 'POST'} ${string}`>
}

/** The button that was pressed last, until its part of the home page has handled the press (`app/entry.server.tsx`). */
interface Window {
  pressedButton?: HTMLElement | null
}
