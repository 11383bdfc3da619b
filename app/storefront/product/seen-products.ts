/** The session storage key of the ids of products viewed in this tab. */
const STORAGE_KEY = 'seen'
const MAX_SEEN = 8

/** The ids of the viewed products, latest first. Like all of session storage, they end with the tab and with the logout. */
export const readSeen = (): string[] => sessionStorage.getItem(STORAGE_KEY)?.split(',') ?? []

export const rememberSeen = (id: string) =>
  sessionStorage.setItem(
    STORAGE_KEY,
    [id, ...readSeen().filter((other) => other !== id)].slice(0, MAX_SEEN).join(),
  )
