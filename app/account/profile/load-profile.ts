import { ApiError, browserApi } from '../../api.ts'
import type { Session } from '../../browser/session.ts'
import { sharePhoto } from '../profile-photo.ts'

/**
 * One's own profile and the categories that can be chosen as interests, or why they aren't there: the frame around them stays
 * either way. A chosen category that isn't offered any more is still shown, so that saving doesn't drop it.
 */
export async function loadProfile({ userId }: Session, { signal }: Request) {
  try {
    const [{ data: user }, categories] = await Promise.all([
      browserApi.findUser({ params: { id: userId }, signal }),
      browserApi.listCategories({ query: {}, signal }),
    ])
    sharePhoto(user.photo)
    const active = categories.data.filter(({ status }) => status).map(({ categoryName }) => categoryName)
    return { profile: { user, categories: [...new Set([...active, ...user.interests])] }, failure: null }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { profile: null, failure: error.message }
  }
}
