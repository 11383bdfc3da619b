/** Session storage has the ids of the products that were looked at in this tab under this key. */
const KEY = 'seen'
const KEPT = 8

/** The ids, the last one first. They end with the tab and with the logout, as all of session storage. */
export const readSeen = (): string[] => sessionStorage.getItem(KEY)?.split(',') ?? []

export const rememberSeen = (id: string) =>
  sessionStorage.setItem(KEY, [id, ...readSeen().filter((other) => other !== id)].slice(0, KEPT).join())
