import type { Desk } from './desk.ts'

/** The settings that everybody begins with. Apart from the call's schemas, which the browser doesn't load. */
export const NEW_DESK: Desk = {
  shortcuts: true,
  density: null,
  menuFolded: false,
  importLeaves: ['spelling'],
  lists: [],
}
