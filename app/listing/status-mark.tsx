import { Icon } from '../ui/icons.tsx'

/** A green check for what is active, a red cross for what isn't (spec §2). */
export function StatusMark({ active }: { active: boolean }) {
  return (
    <span className={`inline-flex items-center gap-1.5 ${active ? 'text-brand' : 'text-coral'}`}>
      <Icon name={active ? 'check' : 'cross'} className="size-5" />
      <span className="text-sm">{active ? 'Activo' : 'Inactivo'}</span>
    </span>
  )
}
