import { Button } from '../ui/button.tsx'

/** The buttons of a modal's form: Cancelar, and either Guardar or Actualizar. */
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
