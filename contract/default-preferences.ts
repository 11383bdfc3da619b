import type { Preferences } from './preferences.ts'

/** The settings that everybody begins with. Apart from the call's schemas, which the browser doesn't load. */
export const DEFAULT_PREFERENCES: Preferences = {
  shortcuts: true,
  density: null,
  menuFolded: false,
  importLeaves: ['spelling'],
  lists: [],
}
