import { Icon } from '../../ui/icons.tsx'
import { toggleChime, useChime } from './chime.ts'

/** Turns the sound of new tasks on and off. */
export function SoundSwitch({ className }: { className: string }) {
  const isOn = useChime()
  return (
    <button type="button" role="switch" aria-checked={isOn} onClick={toggleChime} className={className}>
      <Icon name={isOn ? 'bell' : 'bell-off'} className="size-5" />
      Aviso sonoro
      <span aria-hidden="true" className="ml-auto text-sm">
        {isOn ? 'Sí' : 'No'}
      </span>
    </button>
  )
}
