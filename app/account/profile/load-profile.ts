import { loadActiveCategories } from '../../active-categories.ts'
import { ApiError, browserApi } from '../../api.ts'
import type { Session } from '../../browser/session.ts'
import { setProfilePhoto } from '../profile-photo.ts'

/**
 * The user's own profile and the categories for its interests, or the message of the failure. A chosen category that is no
 * longer active is included, so that saving doesn't drop it.
 */
export async function loadProfile({ userId }: Session, { signal }: Request) {
  try {
    const [{ data: user }, active] = await Promise.all([
      browserApi.findUser({ params: { id: userId }, signal }),
      loadActiveCategories(browserApi, signal),
    ])
    setProfilePhoto(user.photo)
    return { profile: { user, categories: [...new Set([...active, ...user.interests])] }, failure: null }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { profile: null, failure: error.message }
  }
}
