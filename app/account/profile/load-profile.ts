import { ApiError, browserApi } from '../../api/client.ts'
import { loadTopCategories } from '../../api/shown-names.ts'
import type { Session } from '../../session/session.ts'
import { FIRST_SHOWN_NAMES } from '../../ui/name-choices.tsx'
import { setProfilePhoto } from '../profile-photo.ts'

/** The user's own profile and the categories for its interests, or the message of the failure. */
export async function loadProfile({ userId }: Session, { signal }: Request) {
  try {
    const [{ data: user }, categories] = await Promise.all([
      browserApi.findUser({ params: { id: userId }, signal }),
      loadTopCategories(browserApi, FIRST_SHOWN_NAMES, signal),
    ])
    setProfilePhoto(user.photo)
    return { profile: { user, categories }, failure: null }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { profile: null, failure: error.message }
  }
}
