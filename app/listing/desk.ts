import type { Desk, DeskChange } from '#contract/desk.ts'
import { browserApi } from '../api/client.ts'
import { createStore } from '../browser/external-store.ts'
import { readSession } from '../session/session.ts'

const NEW_DESK: Desk = {
  shortcuts: true,
  density: null,
  menuFolded: false,
  importLeaves: ['spelling'],
  lists: [],
}

/** The person's own settings of the back office, kept by the server (docs/product.md#lists-of-the-back-office). */
const store = createStore<Desk>(NEW_DESK)
let loading: Promise<void> | undefined

/** Loads the settings once per page load. A failure is silent: the lists then use the defaults. */
export function loadDesk(): Promise<void> {
  const role = readSession()?.role
  if (!role || role === 'Cliente') return Promise.resolve()
  loading ??= browserApi.getDesk({}).then(
    ({ data }) => store.set(data),
    () => {
      loading = undefined
    },
  )
  return loading
}

export const useDesk = store.use

export const areShortcutsOn = () => store.get().shortcuts

const ofList = (desk: Desk, list: string) => desk.lists.find((known) => known.list === list)

/** The page size that the person chose last for a list. */
export const rememberedPageSize = (list: string) => ofList(store.get(), list)?.pageSize ?? null

export const useSavedViews = (list: string) => ofList(useDesk(), list)?.views ?? []

/** The last change that was sent. The next change waits for it, so that answers arrive in order. */
let lastChange: Promise<unknown> = Promise.resolve()

/**
 * Saves a change of the settings.
 *
 * @throws ApiError when the call fails; the settings stay as they were
 */
export function changeDesk(change: DeskChange): Promise<void> {
  const sent = lastChange.then(async () => store.set((await browserApi.changeDesk({ body: change })).data))
  lastChange = sent.catch(() => undefined)
  return sent
}

/** Shows the sidebar as icons only, or whole again: at once, and remembered if the call succeeds. */
export function foldMenu(menuFolded: boolean) {
  store.set({ ...store.get(), menuFolded })
  changeDesk({ change: 'menu', menuFolded }).catch(() => undefined)
}

export const isMenuFolded = () => store.get().menuFolded
