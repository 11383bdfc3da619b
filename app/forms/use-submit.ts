import { type RefObject, useEffect, useRef, useState } from 'react'
import type { FieldValues, Path, RegisterOptions, UseFormReturn } from 'react-hook-form'
import type { ErrorCode } from '#contract/errors.ts'
import type { ApiError } from '../api/client.ts'
import { type FailureDialog, refusalOf, showInDialog } from '../api/server-failure.ts'
import { useFormModal } from './in-modal.ts'

/** Refusal codes that are about one field, such as `{ TOO_LARGE: 'photo' }`. */
type FieldOfCode<Values extends FieldValues> = { [code in ErrorCode]?: Path<Values> }

type Options<Values extends FieldValues, Output> = {
  /**
   * For the failures that the specification shows in a dialog. Without it the message is the `failure`, for a line beside
   * the button.
   */
  dialog?: FailureDialog
  /** See {@link showIssues}. */
  fieldOfCode?: FieldOfCode<Values>
  /** The field to focus when a refusal is about no field. */
  focus?: Path<Values>
  /** Whether the modal asks before typed values are lost; false for a password, a code or a file. */
  asks?: boolean
  /** Whether Ctrl+S submits the form. */
  saveKey?: boolean
  /** Called after a refusal was shown. */
  onRefused?: (refusal: ApiError, values: Output) => unknown
}

/**
 * Submits a form, never twice at a time. A refusal's issues show beside their fields, and the first such field gets the focus.
 * The refusal's message shows once, above the form's button, unless a field already shows it. If the form's modal was closed
 * meanwhile, the message shows in a dialog. The modal asks before unsaved changes are lost ({@link FormModal}).
 *
 * @param call sends the values and does the follow-up, such as closing a modal. Its `signal` is aborted when the form is gone;
 *   `detail` is the second argument of `submit`, for a form with several submit buttons
 * @returns `formProps` for the `<form>`, `field` for each field of text, the `failure` for the line beside its button
 */
export function useSubmit<Values extends FieldValues, Output, Detail = undefined>(
  form: UseFormReturn<Values, unknown, Output>,
  call: (values: Output, context: { signal: AbortSignal; detail?: Detail }) => Promise<unknown>,
  { dialog, fieldOfCode = {}, focus, asks = true, saveKey = false, onRefused }: Options<Values, Output> = {},
) {
  const [failure, setFailure] = useState<string>()
  const element = useRef<HTMLFormElement>(null)
  /** The submit that is running. */
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  useSaveKey(element, saveKey)
  const { isInModal } = useFormModal()
  // Read even where it is unused: react-hook-form only updates state that was read during rendering.
  const { isDirty } = form.formState

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
      // A closed modal keeps its form until it has faded out.
      const isGone = context.signal.aborted || element.current?.closest('dialog')?.open === false
      const refusal = await refusalOf(error)
      await show(refusal, isGone)
      await onRefused?.(refusal, values)
    }
  }

  async function show(refusal: ApiError, isGone: boolean) {
    const { code, message, issues } = refusal
    if (dialog || (isGone && isInModal)) await showInDialog(message, dialog)
    const isOnField = showIssues(refusal, form, fieldOfCode)
    const isSaid = isOnField && (code in fieldOfCode || issues.some((issue) => issue.message === message))
    if (!dialog && !isSaid) setFailure(message)
    if (!isOnField && focus) form.setFocus(focus)
  }

  return {
    formProps: {
      ref: element,
      noValidate: true,
      onSubmit: (event: React.FormEvent) => void submit(event),
      'data-unsaved': (asks && isDirty) || undefined,
    },
    /** The properties of a text field: name, ref, events and error. */
    field: <Name extends Path<Values>>(name: Name, options?: RegisterOptions<Values, Name>) => ({
      ...form.register(name, options),
      error: form.getFieldState(name, form.formState).error?.message,
    }),
    submit,
    sending: form.formState.isSubmitting,
    failure,
    /** Forgets the failure, for a file that was chosen again. */
    clearFailure: () => setFailure(undefined),
  }
}

/**
 * Shows the server's issues on their fields and focuses the first of these on the screen.
 *
 * @param fieldOfCode shows the message of a refusal code on one field, in place of the issues
 * @returns whether any issue is about a field of the form
 */
export function showIssues<Values extends FieldValues>(
  { code, message, issues }: Pick<ApiError, 'code' | 'message' | 'issues'>,
  { setError, setFocus, getValues }: Pick<UseFormReturn<Values>, 'setError' | 'setFocus' | 'getValues'>,
  fieldOfCode: FieldOfCode<Values> = {},
): boolean {
  const field = fieldOfCode[code]
  const fields = Object.keys(getValues())
  const known = (field ? [{ path: field as string, message }] : issues)
    // A field may be nested in the call's body, such as `change.discount`.
    .map(({ path, message }) => ({ path: path.split('.').at(-1) ?? path, message }))
    .filter(({ path }) => fields.includes(path))
    .sort((one, other) => fields.indexOf(one.path) - fields.indexOf(other.path))
  for (const { path, message } of known) setError(path as Path<Values>, { message })
  if (known[0]) setFocus(known[0].path as Path<Values>)
  return known.length > 0
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
