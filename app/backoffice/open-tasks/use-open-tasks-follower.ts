import { useEffect } from 'react'
import { useSession } from '../../session/session.ts'
import { followOpenTasks } from './follow-tasks.ts'
import { openTaskCount, useOpenTasks } from './open-tasks.ts'

/**
 * Follows the open tasks while the back office is open, for roles that may see them: sets the title's number.
 *
 * @returns the number of open tasks
 */
export function useOpenTasksFollower(): number {
  const follows = useSession()?.role === 'Administrador'
  useEffect(() => {
    if (!follows) return
    const abort = new AbortController()
    void followOpenTasks(abort.signal)
    return () => abort.abort()
  }, [follows])

  const tasks = useOpenTasks()
  const count = tasks ? openTaskCount(tasks) : 0
  useEffect(() => badgeTitle(count), [count])
  return count
}

const BADGE = /^\(\d+\) /

/**
 * Writes a number in front of the document's title, "(3) Pedidos · Botica", also when a screen sets another title.
 *
 * @returns a function that removes the number
 */
function badgeTitle(count: number): () => void {
  const write = (badge: string) => {
    const title = badge + document.title.replace(BADGE, '')
    if (title !== document.title) document.title = title
  }
  const writeBadge = () => write(count > 0 ? `(${count}) ` : '')
  writeBadge()
  const observer = new MutationObserver(writeBadge)
  observer.observe(document.head, { childList: true, subtree: true, characterData: true })
  return () => {
    observer.disconnect()
    write('')
  }
}
