import { Button } from '../ui/button.tsx'

/** Guardar or Actualizar, and Cancelar: the end of a modal's form. */
export function ModalButtons({
  editing,
  saving,
  onCancel,
}: {
  editing: boolean
  saving: boolean
  onCancel: () => void
}) {
  return (
    <div className="mt-2 flex flex-wrap justify-end gap-3">
      <Button look="secondary" onClick={onCancel}>
        Cancelar
      </Button>
      <Button type="submit" loading={saving} className="min-w-32">
        {editing ? 'Actualizar' : 'Guardar'}
      </Button>
    </div>
  )
}
