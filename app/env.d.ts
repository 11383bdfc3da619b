/** Method and path of the calls that not only staff may make, without their schemas. Generated from `contract/calls.ts` by `vite.config.ts`. */
declare module 'virtual:calls' {
  export const calls: Record<string, `${'GET' | 'POST'} ${string}`>
}

/** Calls that only staff may make. */
declare module 'virtual:staff-calls' {
  export const calls: Record<string, `${'GET' | 'POST'} ${string}`>
}

/** Names of the script that is in the page itself (`app/boot/head-script.ts`). */
interface Window {
  /** Presses and changes of fields, in their order, until the code that they need has been told. */
  earlyInput?: import('./boot/early-input.ts').EarlyInput[]
  /** Remember buttons that are pressed, and fields that are changed. */
  rememberPress?: (event: Event) => void
  rememberField?: (event: Event) => void
  /** Answers Back and Forward until the router does. */
  loadOnBack?: () => void
}
