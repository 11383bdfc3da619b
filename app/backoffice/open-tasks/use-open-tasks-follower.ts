import { useEffect } from 'react'
import { useSession } from '../../session/session.ts'
import { playChime } from './chime.ts'
import { followOpenTasks } from './follow-tasks.ts'
import { countAll, onGrown, useOpenTasks } from './open-tasks.ts'
import { badgeTitle } from './title-badge.ts'

/**
 * Follows the open tasks while the back office is open, for roles that may see them: sets the title's number and plays the sound.
 *
 * @returns the number of open tasks
 */
export function useOpenTasksFollower(): number {
  const follows = useSession()?.role === 'Administrador'
  useEffect(() => {
    if (!follows) return
    const abort = new AbortController()
    void followOpenTasks(abort.signal)
    const stopChime = onGrown(playChime)
    return () => {
      abort.abort()
      stopChime()
    }
  }, [follows])

  const tasks = useOpenTasks()
  const count = tasks ? countAll(tasks) : 0
  useEffect(() => badgeTitle(count), [count])
  return count
}
