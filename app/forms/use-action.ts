import { useRef, useState } from 'react'
import type { ApiError } from '../api/client.ts'
import { type FailureDialog, refusalOf, showInDialog } from '../api/server-failure.ts'
import { useFormModal, useMounted } from './in-modal.ts'

type Options<Choice> = {
  /** The question before the call; the call is only made after a yes. */
  ask?: (choice: Choice) => Promise<boolean>
  /** As in `useSubmit`: for the failures that the specification shows in a dialog. */
  dialog?: FailureDialog
  /** Called after a refusal was shown. */
  onRefused?: (refusal: ApiError) => unknown
}

/**
 * Runs the call of a button, or of a control that saves on change, one call at a time. Show `failure` in a line beside the
 * control. If its modal was closed meanwhile, a dialog shows the failure.
 *
 * @param act makes the call and its follow-up; `choice` is the argument of `run`
 */
export function useAction<Choice = void>(
  act: (choice: Choice) => Promise<unknown>,
  { ask, dialog, onRefused }: Options<Choice> = {},
) {
  const [current, setCurrent] = useState<{ choice: Choice }>()
  const [failure, setFailure] = useState<string>()
  const running = useRef(false)
  const mounted = useMounted()
  const { isInModal } = useFormModal()

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
      await show(refusal)
      await onRefused?.(refusal)
    } finally {
      running.current = false
      setCurrent(undefined)
    }
  }

  async function show({ code, message }: ApiError) {
    const isClosed = isInModal && !mounted.current
    if (!dialog && !isClosed) return setFailure(message)
    setCurrent(undefined)
    // No message shows when the user gave no code of the second factor.
    if (code !== 'SECOND_FACTOR') await showInDialog(message, dialog)
  }

  return { run, working: current !== undefined, choice: current?.choice, failure }
}
