import { DEFAULT_PHOTO } from '#domain/users.ts'
import { createStore } from '../browser/external-store.ts'
import { imageFile, imageUrl } from '../ui/image-url.ts'

/** The URL of a user's photo, or of the default one. `width` is one of the stored widths (server/images/image-kinds.ts). */
export const photoUrl = (photo: string, width: 96 | 320 = 96) =>
  photo ? imageFile(imageUrl('profile', photo), width) : imageUrl('profile', DEFAULT_PHOTO)

// The navbar shows the photo and the profile changes it. Undefined until one of them has loaded it.
const store = createStore<string | undefined>(undefined)

/** The logged-in user's photo: its file name, empty for the default one. */
export const useProfilePhoto = store.use

export const setProfilePhoto = store.set
