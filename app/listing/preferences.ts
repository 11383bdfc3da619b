import { DEFAULT_PREFERENCES } from '#contract/default-preferences.ts'
import type { PreferenceChange, Preferences } from '#contract/preferences.ts'
import { browserApi } from '../api/client.ts'
import { createStore } from '../browser/external-store.ts'
import { readSession } from '../session/session.ts'

/** The person's own settings of the back office, kept by the server. */
const store = createStore<Preferences>(DEFAULT_PREFERENCES)
let loading: Promise<void> | undefined

/** Loads the settings once per page load. A failure is silent: the lists then use the defaults. */
export function loadPreferences(): Promise<void> {
  const role = readSession()?.role
  if (!role || role === 'Cliente') return Promise.resolve()
  loading ??= browserApi.readPreferences({}).then(
    ({ data }) => store.set(data),
    () => {
      loading = undefined
    },
  )
  return loading
}

export const usePreferences = store.use

export const areShortcutsOn = () => store.get().shortcuts

const ofList = (preferences: Preferences, list: string) =>
  preferences.lists.find((known) => known.list === list)

/** The page size that the person chose last for a list. */
export const rememberedPageSize = (list: string) => ofList(store.get(), list)?.pageSize ?? null

export const useSavedViews = (list: string) => ofList(usePreferences(), list)?.views ?? []

/** The last change that was sent. The next change waits for it, so that answers arrive in order. */
let lastChange: Promise<unknown> = Promise.resolve()

/**
 * Saves a change of the settings.
 *
 * @throws ApiError when the call fails; the settings stay as they were
 */
export function changePreferences(change: PreferenceChange): Promise<void> {
  const sent = lastChange.then(async () =>
    store.set((await browserApi.changePreferences({ body: change })).data),
  )
  lastChange = sent.catch(() => undefined)
  return sent
}

/** Shows the sidebar as icons only, or whole again: at once, and remembered if the call succeeds. */
export function foldMenu(menuFolded: boolean) {
  store.set({ ...store.get(), menuFolded })
  changePreferences({ change: 'menu', menuFolded }).catch(() => undefined)
}

export const isMenuFolded = () => store.get().menuFolded
