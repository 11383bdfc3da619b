import { useRef, useState } from 'react'
import type { ApiError } from '../api/client.ts'
import { refusalOf } from '../api/server-failure.ts'
import { notice } from '../ui/notice.tsx'
import { useMounted } from './use-mounted.ts'

type Options<Choice> = {
  /** The question before the call; the call is only made after a yes. */
  ask?: (choice: Choice) => Promise<boolean>
  /** Called after a refusal. */
  onRefused?: (refusal: ApiError) => unknown
  /** In a modal: whether a dialog shows the failure if the modal was closed meanwhile (docs/product.md#dialogs). */
  tellsWhenClosed?: boolean
}

/**
 * Runs the call of a button, or of a control that saves on change, one call at a time. Show `failure` in a line beside the
 * control (docs/product.md#silent-failures).
 *
 * @param act makes the call and its follow-up; `choice` is the argument of `run`
 */
export function useAction<Choice = void>(
  act: (choice: Choice) => Promise<unknown>,
  { ask, onRefused, tellsWhenClosed = false }: Options<Choice> = {},
) {
  const [current, setCurrent] = useState<{ choice: Choice }>()
  const [failure, setFailure] = useState<string>()
  const running = useRef(false)
  const mounted = useMounted()

  async function run(choice: Choice) {
    if (running.current) return
    setFailure(undefined)
    if (ask && !(await ask(choice))) return
    running.current = true
    setCurrent({ choice })
    try {
      await act(choice)
    } catch (error) {
      const refusal = await refusalOf(error)
      if (tellsWhenClosed && !mounted.current) await notice.error(refusal.message)
      else setFailure(refusal.message)
      await onRefused?.(refusal)
    } finally {
      running.current = false
      setCurrent(undefined)
    }
  }

  return { run, working: current !== undefined, choice: current?.choice, failure }
}
