import { Icon } from '../../ui/icons.tsx'
import { toggleChime, useChime } from './chime.ts'

/** Turns the sound of new tasks on and off. */
export function SoundSwitch({ className, folded }: { className: string; folded: boolean }) {
  const isOn = useChime()
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      onClick={toggleChime}
      title={folded ? 'Aviso sonoro' : undefined}
      className={className}
    >
      <Icon name={isOn ? 'bell' : 'bell-off'} className="size-5" />
      <span className={folded ? 'sr-only' : ''}>Aviso sonoro</span>
      {!folded && (
        <span aria-hidden="true" className="ml-auto text-sm">
          {isOn ? 'Sí' : 'No'}
        </span>
      )}
    </button>
  )
}
