/** Made from `contract/calls.ts` by `vite.config.ts`: what the browser needs of each call, without its schemas. */
declare module 'virtual:calls' {
  export const calls: Record<string, `${'GET' | 'POST'} ${string}`>
}
