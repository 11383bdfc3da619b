import { useRef, useState } from 'react'
import { REQUIRED } from '#contract/fields.ts'
import type { Api, ApiError } from '../../api/client.ts'
import { useMounted } from '../../forms/in-modal.ts'
import { uploadApi } from '../../forms/upload-api.ts'
import { useAction } from '../../forms/use-action.ts'
import { FileField } from '../../ui/file-field.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { type Assignment, assignmentOf, type Sheets } from './assign-columns.tsx'

/** Opens the browser's file picker, if the press of the button that opened the modal still allows it. */
export function openPicker({ current }: React.RefObject<HTMLInputElement | null>) {
  if (navigator.userActivation?.isActive) current?.showPicker()
}

/** The statuses of refusals caused by the file. After another failure, as of the network, the same file may be sent again. */
const OF_FILE = [400, 413, 415]

type Sending<Action> = {
  file: File
  /** The parts to send, with the assigned columns; `send` adds the file. */
  parts: FormData
  api: Api
  action: Action | undefined
  /** Whether the form is still there. */
  mounted: React.RefObject<boolean>
}

/**
 * The form that uploads a file with a table, in a modal. After a refusal that asks for columns, the next submit sends their assignment.
 *
 * @param start the file and the columns that the form begins with; the columns stay when another file is chosen
 * @param problemOf why a file can't be sent, in words
 * @param sendsAtOnce whether a chosen file is sent without another press
 * @param askedBy the columns that a refusal asks for
 * @param send makes the call and its follow-up; `action` is the argument of the button's `submit`
 */
export function useTableUpload<
  Field extends string,
  Asked extends { sheets: Sheets<Field> },
  Action = undefined,
>({
  start,
  problemOf,
  sendsAtOnce = false,
  askedBy,
  send,
}: {
  start?: { file: File | null; asking: { asked: Asked; assignment: Assignment<Field> } }
  problemOf?: (file: File) => string | undefined
  sendsAtOnce?: boolean
  askedBy?: (refusal: ApiError) => Asked | undefined
  send: (sending: Sending<Action>) => Promise<unknown>
}) {
  const [file, setFile] = useState(start?.file ?? null)
  /** The columns that a refusal asks for, and their assignment so far. */
  const [asking, setAsking] = useState(start?.asking ?? null)
  const [failure, setFailure] = useState<{ message?: string; refusal?: ApiError }>({})
  /** The fraction already sent, 0 to 1. */
  const [sent, setSent] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  const mounted = useMounted()
  const { run, working, choice } = useAction(
    async ({ file, asking: sheets, action }: { file: File; asking: typeof asking; action?: Action }) => {
      const parts = new FormData()
      if (sheets) parts.append('columns', JSON.stringify(Object.fromEntries(sheets.assignment)))
      setFailure({})
      setSent(0)
      await send({ file, parts, api: uploadApi(setSent), action, mounted })
    },
    {
      onRefused: (refusal) => {
        const asked = askedBy?.(refusal)
        // At first the questions about the columns say what is missing.
        setFailure({ refusal, ...((!asked || asking) && { message: refusal.message }) })
        if (asked) setAsking((now) => ({ asked, assignment: assignmentOf(asked.sheets, now?.assignment) }))
      },
    },
  )

  function submit(action?: Action) {
    if (file && !problemOf?.(file)) return void run({ file, asking, action })
    if (!file) setFailure({ message: REQUIRED })
    input.current?.focus()
  }

  return {
    ...{ submit, sending: working, sent, asking, input, file, refusal: failure.refusal },
    formProps: {
      noValidate: true,
      onSubmit: (event: React.FormEvent) => {
        event.preventDefault()
        submit()
      },
    },
    /** The argument of the `submit` that is running. */
    action: choice?.action,
    error: working ? undefined : ((file && problemOf?.(file)) ?? failure.message),
    /** Whether the same file may be sent again, as after a network failure. */
    isRepeatable: failure.refusal !== undefined && !OF_FILE.includes(failure.refusal.status),
    assign: (assignment: Assignment<Field>) => {
      setAsking((now) => now && { ...now, assignment })
      setFailure({})
    },
    choose: (file: File | null) => {
      setFile(file)
      setFailure({})
      if (!start) setAsking(null)
      if (file && sendsAtOnce) void run({ file, asking: null })
    },
  }
}

/** The file's field, the choices below it, and the progress of the upload. */
export function TableUpload({
  upload: { file, choose, input, error, sending, sent },
  field,
  reading,
  children,
}: {
  /** The form, of {@link useTableUpload}. */
  upload: Pick<
    ReturnType<typeof useTableUpload<never, { sheets: [] }>>,
    'file' | 'choose' | 'input' | 'error' | 'sending' | 'sent'
  >
  /** The file's field, with its texts before a choice; absent when the file is known already. */
  field?: Pick<React.ComponentProps<typeof FileField>, 'label' | 'accept' | 'prompt' | 'chosen'> | undefined
  /** The words shown after the upload, while the server reads the file. */
  reading: string
  children?: React.ReactNode
}) {
  return (
    <>
      {field && (
        <FileField
          {...field}
          {...(file && { prompt: 'Cambiar archivo', chosen: file.name })}
          ref={input}
          value={file}
          onChange={choose}
          error={error}
          preview={false}
          required
          disabled={sending}
        />
      )}
      {children}
      {sending && (
        <ProgressBar
          label={sent < 1 ? `Enviando el archivo: ${Math.round(sent * 100)} %` : reading}
          value={sent < 1 ? sent : undefined}
        />
      )}
    </>
  )
}
