import { type RefObject, useEffect, useRef, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type { ApiError } from '../api/client.ts'
import { refusalOf } from '../api/server-failure.ts'
import { notice } from '../ui/notice.tsx'
import { type FieldOfCode, showIssues } from './show-issues.ts'

type Options<Values extends FieldValues, Output> = {
  /**
   * Where a refusal shows, beside its fields: on a `line` beside the button; on that line only for a refusal about no field
   * (`line-or-field`); in a `dialog` before it; in a dialog with the general message (`general-dialog`).
   */
  failureAs: 'line' | 'line-or-field' | 'dialog' | 'general-dialog'
  /** See {@link showIssues}. */
  fieldOfCode?: FieldOfCode<Values>
  /** The field to focus when a refusal is about no field. */
  focus?: Path<Values>
  /** Whether Ctrl+S submits the form. */
  saveKey?: boolean
  /** For a modal's form: called with true while it has unsaved changes. */
  onDirty?: (dirty: boolean) => void
  /** Called after a refusal was shown. */
  onRefused?: (refusal: ApiError, values: Output) => void
}

/**
 * Submits a form, one submit at a time; `failureAs` says where a failure shows.
 *
 * @param call sends the values and does the follow-up, such as closing a modal. Its `signal` is aborted when the form is gone;
 * `detail` is
 *   the argument that a button of its own gave to `submit`
 * @returns `formProps` for the `<form>`, the `failure` for the line beside its button
 */
export function useSubmit<Values extends FieldValues, Output, Detail = undefined>(
  form: UseFormReturn<Values, unknown, Output>,
  call: (values: Output, context: { signal: AbortSignal; detail?: Detail }) => Promise<unknown>,
  { failureAs, fieldOfCode, focus, saveKey = false, onDirty, onRefused }: Options<Values, Output>,
) {
  const [failure, setFailure] = useState<string>()
  const element = useRef<HTMLFormElement>(null)
  /** The submit that is running. */
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  useSaveKey(element, saveKey)
  useDirtyReport(onDirty ? form.formState.isDirty : false, onDirty)

  /** Enter in a field submits, too: a second submit does nothing while the first is running. */
  async function submit(event?: React.BaseSyntheticEvent, detail?: Detail) {
    event?.preventDefault()
    if (running.current) return
    const controller = new AbortController()
    running.current = controller
    try {
      await form.handleSubmit((values) => send(values, { signal: controller.signal, detail }))(event)
    } finally {
      running.current = null
    }
  }

  async function send(values: Output, context: { signal: AbortSignal; detail?: Detail }) {
    setFailure(undefined)
    try {
      await call(values, context)
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return
      const isGone = context.signal.aborted
      const refusal = await refusalOf(error)
      await show(refusal, isGone)
      onRefused?.(refusal, values)
    }
  }

  async function show(refusal: ApiError, isGone: boolean) {
    const { message } = refusal
    // The form of a closed modal has no line to show the failure on (docs/product.md#dialogs).
    const isClosed = isGone && onDirty !== undefined
    if (failureAs === 'general-dialog') await notice.error()
    else if (failureAs === 'dialog' || isClosed) await notice.error(message)
    const isOnField = showIssues(refusal, form, fieldOfCode)
    if (failureAs === 'line' || (failureAs === 'line-or-field' && !isOnField)) setFailure(message)
    if (!isOnField && focus) form.setFocus(focus)
  }

  return {
    formProps: { ref: element, noValidate: true, onSubmit: (event: React.FormEvent) => void submit(event) },
    submit,
    sending: form.formState.isSubmitting,
    failure,
  }
}

/** Ctrl+S, or Cmd+S on a Mac, submits the form in place of the browser's "save page". Behind an open modal nothing happens. */
function useSaveKey(form: RefObject<HTMLFormElement | null>, on: boolean) {
  useEffect(() => {
    if (!on) return
    const save = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key !== 's') return
      event.preventDefault()
      const modals = [...document.querySelectorAll('dialog[open]')]
      if (modals.every((modal) => modal.contains(form.current))) form.current?.requestSubmit()
    }
    window.addEventListener('keydown', save)
    return () => window.removeEventListener('keydown', save)
  }, [form, on])
}

function useDirtyReport(isDirty: boolean, report?: (dirty: boolean) => void) {
  useEffect(() => {
    report?.(isDirty)
    return () => report?.(false)
  }, [isDirty, report])
}
