import { useEffect, useRef, useState } from 'react'
import type { BoardData } from '#contract/board.ts'
import { browserApi } from '../../api/client.ts'
import { useOpenTasks } from '../open-tasks/open-tasks.ts'

/**
 * The board's figures, loaded again when the sidebar's counts change. Undefined while loading, null after a failure, which shows
 * no message.
 */
export function useBoard(): BoardData | null | undefined {
  const [board, setBoard] = useState<BoardData | null>()
  const shown = useRef<BoardData>(undefined)
  const tasks = useOpenTasks()
  useEffect(() => {
    const before = shown.current?.tasks
    const isCurrent =
      before &&
      (!tasks ||
        (tasks.pendingOrders === before.pendingOrders &&
          tasks.proofsToCheck === before.proofsToCheck &&
          tasks.prescriptionsToReview === before.prescriptionsToReview &&
          tasks.unansweredRequests === before.unansweredRequests &&
          tasks.paymentsToDecide === before.paymentsToDecide &&
          tasks.pendingReturns === before.pendingReturns))
    if (isCurrent) return
    const abort = new AbortController()
    browserApi.readBoard({ signal: abort.signal }).then(
      ({ data }) => {
        shown.current = data
        setBoard(data)
      },
      () => {
        if (!abort.signal.aborted) setBoard((board) => board ?? null)
      },
    )
    return () => abort.abort()
  }, [tasks])
  return board
}
