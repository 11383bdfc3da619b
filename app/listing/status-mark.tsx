import { Icon } from '../ui/icons.tsx'

/** A green check for active, a red cross for inactive. */
export function StatusMark({ active }: { active: boolean }) {
  return (
    <span className={`flex w-fit items-center gap-1.5 ${active ? 'text-brand' : 'text-coral'}`}>
      <Icon name={active ? 'check' : 'cross'} className="size-5" />
      <span className="text-sm">{active ? 'Activo' : 'Inactivo'}</span>
    </span>
  )
}
