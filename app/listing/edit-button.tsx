import { Button } from '../ui/button.tsx'

/** Opens the modal that edits a row. `of` is the row's name, for screen readers. */
export function EditButton({ of, onClick }: { of: string; onClick: () => void }) {
  return (
    <Button look="secondary" small icon="edit" onClick={onClick}>
      Editar<span className="sr-only"> {of}</span>
    </Button>
  )
}
