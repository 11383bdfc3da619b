/** Method and path of each call, without its schemas. Generated from `contract/calls.ts` by `vite.config.ts`. */
declare module 'virtual:calls' {
  export const calls: Record<string, `${'GET' | 'POST'} ${string}`>
}
