import { useEffect, useMemo, useRef } from 'react'
import { Button } from '../ui/button.tsx'
import { FieldError } from '../ui/field.tsx'
import type { IconName } from '../ui/icons.tsx'
import { Modal } from '../ui/modal.tsx'
import { type UnsavedDraft, useRestoredDraft } from './draft.ts'
import { ModalOfForm, useFormModal } from './in-modal.ts'
import { mayLeaveForms } from './unsaved-changes.ts'

/**
 * A modal with a form. It asks before unsaved changes are lost on Escape, the backdrop, the cross and Back, not on Cancelar, and
 * opens with a draft that its author restores. Forms inside reach the modal by {@link useFormModal}.
 *
 * @param onClose closes the modal
 * @param draft the draft that belongs to this form; `onDraft` opens the modal
 */
export function FormModal({
  open,
  onClose,
  draft: kind,
  onDraft,
  children,
  ...modal
}: Omit<React.ComponentProps<typeof Modal>, 'backCloses'> & {
  draft?: UnsavedDraft['form']
  onDraft?: (draft: UnsavedDraft) => void
}) {
  const { draft, forget } = useRestoredDraft(kind)
  const latest = useRef({ onClose, onDraft, forget })
  latest.current = { onClose, onDraft, forget }
  useEffect(() => {
    if (draft) latest.current.onDraft?.(draft)
  }, [draft])
  const context = useMemo(
    (): ModalOfForm => ({
      draft,
      close: () => {
        latest.current.onClose()
        latest.current.forget()
      },
    }),
    [draft],
  )
  return (
    <ModalOfForm value={context}>
      <Modal
        {...modal}
        open={open}
        onClose={async () => {
          if (await mayLeaveForms()) context.close()
        }}
      >
        {children}
      </Modal>
    </ModalOfForm>
  )
}

/** The end of a form in a modal: the failure, Cancelar, and the button that submits. */
export function ModalButtons({
  submit,
  icon,
  look,
  form: { failure, sending },
}: {
  submit: string
  icon?: IconName
  look?: 'danger'
  /** The result of `useSubmit`. */
  form: { failure: string | undefined; sending: boolean }
}) {
  const { close } = useFormModal()
  return (
    <>
      <FieldError error={failure} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={close}>
          Cancelar
        </Button>
        <Button type="submit" icon={icon} look={look} loading={sending} className="min-w-32">
          {submit}
        </Button>
      </div>
    </>
  )
}
